// as: src/executor/sample.cpp
struct Args {
  int x = 0;
  std::string name;
};
Task<void> start(int x) {
  co_await f(Args{x, "n"});  // expect: braces-in-await
  co_await f({.x = x});      // expect: braces-in-await
  co_await f(Args{});        // expect: braces-in-await
  auto done = g(x);
  co_await h(done,
             Args{
                 // expect-above: braces-in-await
                 x,
                 "n",
             });
}
