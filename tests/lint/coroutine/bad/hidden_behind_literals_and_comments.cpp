// as: src/executor/sample.cpp
const char* text = R"x( "; ) // not the end )x"; /* ' */ const char quote = '"'; const int million = 1'000'000;
Task<void> start(bool cond) {  // a line that ends in a backslash continues \
  co_await (cond ? a() : b());
  const auto url = "http://example.org"; co_await (cond ? a() : b());  // expect: ternary-in-await
  co_await /* why */ f(
      "one; two",
      Args{1});  // expect: braces-in-await
}
