// as: src/executor/sample.cpp
// Everything that docs/style.md calls fine on g++ 12.
class Tracked {
 public:
  explicit Tracked(int x) : x_{x} {}
  int get() const& { return x_; }

 private:
  int x_{0};
};

struct Agg {
  std::string a;
  std::string b;
};

Task<Agg> constructor_made_temporaries(int x) {
  co_await f(std::string(60, 'x'));
  co_await f(std::make_unique<int>(x));
  co_await f(Tracked(x));
  co_await f(Tracked{x});
  Tracked tracked{co_await g()};
  const Tracked other{co_await g()};
  co_await f(std::optional<int>(x));
  co_await f(std::optional<int>{x});
  co_await f(fmt::format("{} of {}", x, x));
  co_await clock.sleep_until(now + std::chrono::milliseconds{5});
  co_await f(std::size_t{4});
  auto counted{co_await g()};
  co_return Agg{fmt::format("{}", x), "b"};
}

Task<void> lambdas(std::string big) {
  auto job = [big, x = Agg{big, big}]() -> Task<void> {
    const Agg inner{big, big};
    const auto chosen = big.empty() ? 1 : 2;
    co_await f(chosen);
  };
  co_await ax.run(std::move(job));
  co_await [](std::string text) -> Task<void> { co_await print(text); }(big);
  co_await each([] { return 1; });
  const auto answer = [&] { return big.size(); }();
  scope.spawn([this, big]() -> Task<void> { co_await serve(big); });
}

Task<int> statements(bool cond) {
  if (co_await a() && cond) co_return cond ? 1 : 2;
  if (auto first = co_await a(); first) {
    const Agg agg{"a", "b"};
    use(agg);
  }
  switch (co_await kind()) {
    case Kind::one: {
      const auto x = cond ? Agg{"a", "b"} : Agg{};
      co_return x.a.size();
    }
    case Kind::two:
      co_return 2;
    default:
      break;
  }
  auto [left, right] = co_await pair();
  auto& [up, down] = left;
  while (auto x = co_await next()) use(*x, Agg{"a", "b"});
  do {
    ++tries;
  } while (co_await again());
  for (int i = cond ? 1 : 2; co_await more(); i += cond ? 1 : 2) use(i);
  for (const auto& each : {1, 2, 3}) co_await f(each);
  std::pair<std::string, int> both = std::pair<std::string, int>{"s", co_await g()};
  std::pair<std::string, int> direct{"s", co_await g()};
  const auto indexed = table[co_await g()];
  co_return both.second;
}

Task<Result<int>> propagated(Clock& clock) {
  CO_TRY(auto element, co_await resolve(selector, deadline));
  CO_TRY([[maybe_unused]] auto done, co_await resolve(selector->child < 3, deadline));
  co_return f(p->element, Agg{"a", "b"});
}
