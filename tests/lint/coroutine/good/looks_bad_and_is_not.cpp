// as: src/executor/sample.cpp
// co_await (cond ? a() : b()); system("rm"); std::this_thread::sleep_for(1s); asio::detached; catch (...) {}
/* co_await f(Args{1});
   usleep(3); */
const char* const help = "co_await (c ? a() : b()); system(1); usleep(2)";
const char* const raw = R"(co_await f(Args{1}); } } ) " ;)";

namespace secondseat::executor {

enum class Kind : std::uint8_t { one, two };

struct Derived final : Base<int, std::vector<int>>, Other {
  using Base::Base;
  static constexpr int table[] = {1, 2, 3};
  Layer system() const;            // a member of that name is no shell
  void sleep(Duration span);       // nor is this the sleep of libc
  Task<void> take(std::function<void(std::string_view)> sink);
  std::string_view name() const noexcept;
  bool operator()(int x) const && noexcept { return x > 0; }
};

template <class T>
  requires std::movable<T>
auto twice(T x) -> std::pair<T, T> {
  return std::pair<T, T>{x, x};
}

Result<int> parse(std::string_view text) {
  try {
    return json::parse(text).get<int>();
  } catch (const json::exception& failure) {
    return fail(failure.what());
  }
}

void calls(Derived& derived) {
  derived.system();
  derived.sleep(5s);
  const auto at = clock.now();
  const auto answer = [x = at] { return x; }();
  auto task = [](int x) -> Task<int> { co_return x; }(1);
}

}  // namespace secondseat::executor
