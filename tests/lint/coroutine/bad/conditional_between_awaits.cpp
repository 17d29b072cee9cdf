// as: src/executor/sample.cpp
Task<R> start(bool cond) {
  auto first = cond ? co_await a() : co_await b();           // expect: ternary-in-await
  auto second = cond ? co_await a() : R("say \"no\"; or ?");  // expect: ternary-in-await
  auto third = cond ? R(1)                                    // expect: ternary-in-await
                    : co_await b();
  co_return first;
}
