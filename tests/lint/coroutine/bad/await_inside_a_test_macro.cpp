// as: tests/executor/sample.cpp
TEST_CASE("a sample") {
  TestLoop t;
  t.run([&]() -> Task<void> {
    REQUIRE(co_await f());          // expect: await-in-macro
    CHECK(1 ==                      // expect: await-in-macro
          co_await f());
    REQUIRE_NOTHROW(co_await f());  // expect: await-in-macro
    INFO("got " << co_await f());   // expect: await-in-macro
    assert(co_await f());           // expect: await-in-macro
  });
}
