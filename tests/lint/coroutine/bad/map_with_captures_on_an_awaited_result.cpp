// as: src/executor/sample.cpp
Task<Result<int>> start(int k) {
  auto sum = (co_await f()).map([k](int x) { return x + k; });                            // expect: capture-in-await
  co_return (co_await f()).and_then([&](int x) -> Result<int> { return x + k + *sum; });  // expect: capture-in-await
}
