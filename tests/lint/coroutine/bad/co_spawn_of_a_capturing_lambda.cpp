// as: src/executor/sample.cpp
Task<void> start(asio::any_io_executor loop) {
  co_await asio::co_spawn(
      loop, [s = std::string(60, 'x')]() -> Task<void> { co_await print(s); },  // expect: capture-in-await
      asio::use_awaitable);
}
