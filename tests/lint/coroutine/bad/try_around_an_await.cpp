// as: src/executor/sample.cpp
Task<void> start() {
  try {  // expect: try-around-await
    if (ready) {
      co_await f();
    }
  } catch (const std::exception& failure) {
    note(failure);
  }
}
