// as: tests/executor/sample.cpp
Task<int> start(int x) {
  auto task = [x]() -> Task<int> { co_return x; }();  // expect: immediate-coroutine
  asio::co_spawn(loop, [&] -> Task<int> {             // expect: immediate-coroutine
    co_return x;
  }(), asio::use_future);
  return task;
}
