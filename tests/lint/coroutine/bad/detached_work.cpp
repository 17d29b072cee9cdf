// as: src/executor/sample.cpp
void start(asio::io_context& loop) {
  asio::co_spawn(loop, work(), asio::detached);  // expect: detached
}
