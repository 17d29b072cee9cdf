#include "async/scope.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include "async/retry.hpp"
#include "async/settle.hpp"
#include "async/virtual_time.hpp"
#include "catch.hpp"

using namespace std::chrono_literals;
using namespace secondseat;
using async::Scope;
using async::TestLoop;

namespace {

/// Writes down its end, however it comes.
struct Trace {
  Trace(std::vector<std::string>& lines_of_it, std::string name_of_it)
      : lines(lines_of_it), name(std::move(name_of_it)) {}
  Trace(const Trace&) = delete;
  ~Trace() { lines.push_back(name); }
  std::vector<std::string>& lines;
  std::string name;
};

Task<void> sleep_traced(Clock& clock, Clock::Duration time, std::vector<std::string>& lines, std::string name) {
  const Trace trace(lines, std::move(name));
  co_await clock.sleep_until(clock.now() + time);
}

}  // namespace

TEST_CASE("a scope ends after its last child") {
  TestLoop loop;
  std::vector<std::string> lines;

  loop.run([&]() -> Task<void> {
    auto body = [&](Scope& scope) -> Task<void> {
      scope.spawn([&](StopToken) { return sleep_traced(loop.clock(), 2s, lines, "slow"); });
      scope.spawn([&](StopToken) { return sleep_traced(loop.clock(), 1s, lines, "quick"); });
      lines.emplace_back("body");
      co_return;
    };
    co_await async::with_scope(std::move(body));
    lines.emplace_back("after");
  });

  CHECK(lines == std::vector<std::string>{"body", "quick", "slow", "after"});
  CHECK(loop.clock().now().time_since_epoch() == 2s);
}

TEST_CASE("a failing child stops its siblings and its failure is the scope's") {
  TestLoop loop;
  std::vector<std::string> lines;
  auto body = [&](Scope& scope) -> Task<void> {
    scope.spawn([&](StopToken) { return sleep_traced(loop.clock(), 1h, lines, "sibling"); });
    scope.spawn([&](StopToken) -> Task<void> {
      co_await loop.clock().sleep_until(loop.clock().now() + 1s);
      throw std::runtime_error("broken");
    });
    co_return;
  };

  CHECK_THROWS_WITH(loop.run([&]() { return async::with_scope(body); }), "broken");

  CHECK(lines == std::vector<std::string>{"sibling"});
  CHECK(loop.clock().now().time_since_epoch() == 1s);
}

TEST_CASE("a child stopped alone leaves its siblings running") {
  TestLoop loop;
  std::vector<std::string> lines;

  loop.run([&]() -> Task<void> {
    Scope scope(loop.executor());
    auto stopped = scope.spawn([&](StopToken) { return sleep_traced(loop.clock(), 5s, lines, "stopped"); });
    scope.spawn([&](StopToken) { return sleep_traced(loop.clock(), 1s, lines, "sibling"); });
    stopped.request_stop();
    co_await scope.join();
  });

  CHECK(lines == std::vector<std::string>{"stopped", "sibling"});
}

TEST_CASE("STOP unwinds nested scopes from the inside, and the caller does not go on") {
  TestLoop loop;
  std::vector<std::string> lines;
  auto inner = [&](Scope& scope) -> Task<void> {
    const Trace trace(lines, "inner body");
    scope.spawn([&](StopToken) { return sleep_traced(loop.clock(), 1h, lines, "grandchild"); });
    co_return;
  };
  auto outer = [&](Scope& scope) -> Task<void> {
    scope.spawn([&](StopToken) -> Task<void> {
      const Trace trace(lines, "child");
      co_await async::with_scope(inner);
      lines.emplace_back("went on");
    });
    co_return;
  };

  loop.run([&]() -> Task<void> {
    Scope scope(loop.executor());
    auto all = scope.spawn([&](StopToken) { return async::with_scope(outer); });
    co_await loop.clock().sleep_until(loop.clock().now() + 1s);
    all.request_stop();
    co_await scope.join();
  });

  CHECK(lines == std::vector<std::string>{"inner body", "grandchild", "child"});
}

TEST_CASE("a stopped scope starts nothing any more") {
  TestLoop loop;
  Scope scope(loop.executor());
  scope.stop();
  bool ran = false;

  const auto source = scope.spawn([&ran](StopToken) -> Task<void> {
    ran = true;
    co_return;
  });

  CHECK_FALSE(ran);
  CHECK(source.token().stop_requested());
}

TEST_CASE("a stop token tells of STOP at once and for good") {
  StopSource source;
  const auto token = source.token();
  const bool before = token.stop_requested();

  source.request_stop();
  source.request_stop();

  CHECK_FALSE(before);
  CHECK(token.stop_requested());
  CHECK_FALSE(StopToken().stop_requested());
}
