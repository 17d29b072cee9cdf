// as: src/executor/sample.hpp
Task<void> first(std::string_view name);                            // expect: dangling-parameter
async::Task<Result<int>> Window::find(std::span<const int> path) {  // expect: dangling-parameter
  co_return co_await look(path);
}
auto third = [](auto&& body) -> Task<void> { co_await body(); };  // expect: dangling-parameter
