// as: src/executor/sample.cpp
Task<void> start(bool cond) {
  co_await (cond ? a() : b());  // expect: ternary-in-await
  for (auto x = co_await (cond ? a() : b()); x; ++x) {  // expect: ternary-in-await
  }
}
