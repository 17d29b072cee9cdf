// as: src/executor/sample.cpp
Task<int> start(std::string big) {
  const int size = co_await [big]() -> Task<int> { co_return static_cast<int>(big.size()); }();  // expect: capture-in-await immediate-coroutine
  co_return size;
}
