// as: src/executor/sample.cpp
struct Agg {
  std::string s;
  std::string t;
};
Task<Agg> start(std::string s) {
  Agg g{s, co_await f()};               // expect: braces-in-await
  Agg h = {s, co_await f()};            // expect: braces-in-await
  std::vector<Agg> all{co_await f()};   // expect: braces-in-await
  co_return Agg{(co_await f()).s, s};   // expect: braces-in-await
}
