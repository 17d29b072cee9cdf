// as: src/executor/sample.cpp
Task<void> start(int x, int y) {
  co_await f(json{{"a", 1}});               // expect: braces-in-await braces-in-await
  co_await f({x, y});                       // expect: braces-in-await
  co_await f(std::vector<int>{x, y});       // expect: braces-in-await
  CO_TRY(auto z, co_await f(Point{x, y}));  // expect: braces-in-await
  co_return z;
}
