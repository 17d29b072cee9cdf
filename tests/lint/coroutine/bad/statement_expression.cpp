// as: src/executor/sample.cpp
#define TRY(expr) ({ auto r = (expr); if (!r) co_return r; *r; })  // expect: statement-expression

Task<int> start() {
  auto x = ({  // expect: statement-expression
    auto r = co_await f();
    if (!r) co_return 0;
    *r;
  });
  co_return x;
}
