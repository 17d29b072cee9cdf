// as: tests/async/sample.cpp
TEST_CASE("a sample: with co_await in its name") {
  TestLoop t;
  t.run([&]() -> Task<void> {
    asio::co_spawn(t.loop, work(), asio::detached);
    const auto got = co_await f();
    CHECK(got == Agg{"a", "b"});
    CHECK(got.ok ? true : false);
    try {
      co_await g();
    } catch (const std::exception& failure) {
      seen = failure.what();
    }
    REQUIRE(seen == "x");
  });
}
