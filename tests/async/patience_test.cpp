// Clock, Deadline, within, retry, settle and TestLoop: all that has to do with time.
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <asio/io_context.hpp>
#include <asio/this_coro.hpp>

#include "async/clock.hpp"
#include "async/retry.hpp"
#include "async/scope.hpp"
#include "async/settle.hpp"
#include "async/virtual_time.hpp"
#include "async/within.hpp"
#include "catch.hpp"

using namespace std::chrono_literals;
using namespace secondseat;
using async::RetrySchedule;
using async::Scope;
using async::TestLoop;

namespace {

Task<Result<int>> answer_after(Clock& clock, Clock::Duration time) {
  co_await clock.sleep_until(clock.now() + time);
  co_return 7;
}

Task<Result<int>> throw_after(Clock& clock, Clock::Duration time) {
  co_await clock.sleep_until(clock.now() + time);
  throw std::runtime_error("broken");
}

/// Fails with these codes, then succeeds; writes down when it was tried.
struct Attempts {
  TestLoop& loop;
  std::vector<ErrorCode> codes;
  std::vector<std::chrono::seconds> at{};

  Task<Result<int>> operator()(Deadline) {
    at.push_back(std::chrono::duration_cast<std::chrono::seconds>(loop.clock().now().time_since_epoch()));
    const auto number = at.size() - 1;
    if (number >= codes.size()) co_return static_cast<int>(number);
    co_return fail(Layer::backend, codes[number], "failure " + std::to_string(number));
  }
};

Result<int> retried(Attempts& attempts, Clock::Duration budget) {
  Result<int> result = 0;
  attempts.loop.run([&]() -> Task<void> {
    auto& clock = attempts.loop.clock();
    auto attempt = [&attempts](Deadline limit) { return attempts(limit); };
    const auto deadline = Deadline::after(clock, budget);
    async::Patience patience(clock, RetrySchedule(), deadline);
    result = co_await async::retry(patience, attempt);
  });
  return result;
}

}  // namespace

TEST_CASE("an alarm rings once at its time") {
  TestLoop loop;
  std::vector<std::chrono::seconds> rung;
  loop.run([&]() -> Task<void> {
    auto& clock = loop.clock();
    const auto executor = co_await asio::this_coro::executor;
    auto ring = [&] {
      rung.push_back(std::chrono::duration_cast<std::chrono::seconds>(clock.now().time_since_epoch()));
    };
    const auto later = clock.ring_at(executor, clock.now() + 2s, ring);
    const auto at_once = clock.ring_at(executor, clock.now(), ring);
    CHECK(rung.empty());  // never before who set it has gone on
    co_await clock.sleep_until(clock.now() + 5s);
  });
  CHECK(rung == std::vector<std::chrono::seconds>{0s, 2s});
}

TEST_CASE("an alarm that nobody holds any more does not ring") {
  TestLoop loop;
  bool rung = false;
  loop.run([&]() -> Task<void> {
    auto& clock = loop.clock();
    const auto executor = co_await asio::this_coro::executor;
    auto ring = [&rung] { rung = true; };
    for (const auto wait : {0s, 1s}) {
      auto set = clock.ring_at(executor, clock.now() + wait, ring);
      set.reset();
    }
    co_await clock.sleep_until(clock.now() + 5s);
  });
  CHECK_FALSE(rung);
}

TEST_CASE("an alarm of the system's clock rings at its time, and not when it was let go") {
  asio::io_context loop;
  async::SystemClock clock;
  int rung = 0;
  auto ring = [&rung] { ++rung; };
  auto let_go = clock.ring_at(loop.get_executor(), clock.now(), ring);
  let_go.reset();
  const auto at = clock.now() + 20ms;
  const auto held = clock.ring_at(loop.get_executor(), at, ring);
  loop.run();
  CHECK(rung == 1);
  CHECK(clock.now() >= at);
}

TEST_CASE("work within its deadline gives its answer") {
  TestLoop loop;

  loop.run([&]() -> Task<void> {
    auto work = answer_after(loop.clock(), 2s);
    const auto deadline = Deadline::after(loop.clock(), 3s);
    const auto answer = co_await async::within(loop.clock(), deadline, std::move(work));
    CHECK(answer == 7);
    CHECK(loop.clock().now().time_since_epoch() == 2s);
  });
}

TEST_CASE("STOP unwinds work within a deadline of the real clock, and is no timeout") {
  TestLoop loop;
  async::SystemClock clock;
  std::optional<Result<int>> seen;

  loop.run([&]() -> Task<void> {
    auto body = [&](Scope& scope) -> Task<void> {
      auto wait = [&](StopToken) -> Task<void> {
        async::Event never(loop.executor());
        auto work = [&never]() -> Task<Result<int>> {
          co_await never.wait();
          co_return 7;
        };
        auto limited = async::within(clock, Deadline::after(clock, 1h), work());
        seen = co_await async::settle(std::move(limited));
      };
      scope.spawn(std::move(wait)).request_stop();
      co_return;
    };
    co_await async::with_scope(std::move(body));
  });

  REQUIRE(seen);
  CHECK(seen->error().code == ErrorCode::stopped);
}

TEST_CASE("work that is too slow is unwound at its deadline") {
  TestLoop loop;

  loop.run([&]() -> Task<void> {
    auto work = answer_after(loop.clock(), 1h);
    const auto deadline = Deadline::after(loop.clock(), 3s);
    const auto answer = co_await async::within(loop.clock(), deadline, std::move(work));
    CHECK(answer.error().code == ErrorCode::timed_out);
    CHECK(loop.clock().now().time_since_epoch() == 3s);
    CHECK_FALSE(loop.clock().advance_to_next());
  });
}

TEST_CASE("a deadline is only ever brought nearer") {
  TestLoop loop;
  const auto near = Deadline::after(loop.clock(), 1s);
  const auto far = Deadline::after(loop.clock(), 1h);

  CHECK(far.or_earlier(near).at == near.at);
  CHECK(near.or_earlier(far).at == near.at);
  CHECK_FALSE(near.passed(loop.clock()));
  loop.clock().advance(1s);
  CHECK(near.passed(loop.clock()));
  CHECK_FALSE(Deadline::never().passed(loop.clock()));
}

TEST_CASE("a failure that may pass is tried again after 2, 3 and 5 seconds, and the last one is the answer") {
  for (const auto code :
       {ErrorCode::transient, ErrorCode::timed_out, ErrorCode::native_busy, ErrorCode::backend_lost}) {
    TestLoop loop;
    Attempts attempts{loop, std::vector<ErrorCode>(9, code)};

    const auto result = retried(attempts, 90s);

    CAPTURE(to_string(code));
    CHECK(attempts.at == std::vector<std::chrono::seconds>{0s, 2s, 5s, 10s});
    CHECK(result.error().message == "failure 3");
  }
}

TEST_CASE("a failure that cannot pass is not tried again, and no failure is forgotten here") {
  std::vector<ErrorCode> final_ones;
  for (auto number = 0; number <= static_cast<int>(ErrorCode::internal); ++number)
    if (const auto code = static_cast<ErrorCode>(number); !async::may_pass(code)) final_ones.push_back(code);
  CHECK(final_ones == std::vector<ErrorCode>{ErrorCode::invalid_argument, ErrorCode::not_found, ErrorCode::ambiguous,
                                             ErrorCode::denied, ErrorCode::unanswered, ErrorCode::unaskable,
                                             ErrorCode::stale, ErrorCode::stopped, ErrorCode::busy,
                                             ErrorCode::unsupported, ErrorCode::too_large, ErrorCode::malformed,
                                             ErrorCode::closed, ErrorCode::internal});
  for (const auto code : final_ones) {
    TestLoop loop;
    Attempts attempts{loop, {code}};

    const auto result = retried(attempts, 90s);

    CAPTURE(to_string(code));
    CHECK(result.error().code == code);
    CHECK(attempts.at == std::vector<std::chrono::seconds>{0s});
  }
}

TEST_CASE("a read that succeeds later succeeds silently") {
  TestLoop loop;
  Attempts attempts{loop, {ErrorCode::backend_lost, ErrorCode::timed_out}};

  const auto result = retried(attempts, 90s);

  CHECK(result == 2);
}

TEST_CASE("no try begins at or after the deadline") {
  TestLoop loop;
  Attempts attempts{loop, std::vector<ErrorCode>(9, ErrorCode::transient)};

  const auto result = retried(attempts, 5s);

  CHECK(attempts.at == std::vector<std::chrono::seconds>{0s, 2s});
  CHECK(result.error().message == "failure 1");
}

TEST_CASE("the parts of a read share its tries, and who waits is told before each pause") {
  TestLoop loop;
  Attempts search{loop, {ErrorCode::transient, ErrorCode::transient}};
  Attempts reading{loop, std::vector<ErrorCode>(9, ErrorCode::timed_out)};
  std::vector<ErrorCode> told;

  loop.run([&]() -> Task<void> {
    auto tell = [&told](const Error& why) { told.push_back(why.code); };
    async::Patience patience(loop.clock(), RetrySchedule(), Deadline::after(loop.clock(), 90s), std::move(tell));
    auto find = [&search](Deadline limit) { return search(limit); };
    auto read = [&reading](Deadline limit) { return reading(limit); };
    co_await async::retry(patience, find);
    co_await async::retry(patience, read);
  });

  CHECK(search.at == std::vector<std::chrono::seconds>{0s, 2s, 5s});
  CHECK(reading.at == std::vector<std::chrono::seconds>{5s, 10s});
  CHECK(told == std::vector<ErrorCode>{ErrorCode::transient, ErrorCode::transient, ErrorCode::timed_out});
}

TEST_CASE("time that a person took does not shorten the patience") {
  TestLoop loop;
  Attempts attempts{loop, std::vector<ErrorCode>(9, ErrorCode::transient)};

  loop.run([&]() -> Task<void> {
    async::Patience patience(loop.clock(), RetrySchedule(), Deadline::after(loop.clock(), 20s));
    co_await loop.clock().sleep_until(loop.clock().now() + 100s);
    patience.excuse(100s);
    auto attempt = [&attempts](Deadline limit) { return attempts(limit); };
    co_await async::retry(patience, attempt);
  });

  CHECK(attempts.at == std::vector<std::chrono::seconds>{100s, 102s, 105s, 110s});
}

TEST_CASE("STOP ends each of the pauses between tries at once") {
  const std::vector<std::pair<Clock::Duration, std::size_t>> stopped_at{{1s, 1}, {3s, 2}, {7s, 3}};
  for (const auto& [time, tries] : stopped_at) {
    TestLoop loop;
    Attempts attempts{loop, std::vector<ErrorCode>(9, ErrorCode::transient)};

    loop.run([&, time = time]() -> Task<void> {
      Scope scope(loop.executor());
      auto reading = scope.spawn([&](StopToken) -> Task<void> {
        auto attempt = [&attempts](Deadline limit) { return attempts(limit); };
        async::Patience patience(loop.clock(), RetrySchedule(), Deadline::never());
        co_await async::retry(patience, attempt);
      });
      co_await loop.clock().sleep_until(loop.clock().now() + time);
      reading.request_stop();
      co_await scope.join();
      CHECK(loop.clock().now().time_since_epoch() == time);
    });

    CHECK(attempts.at.size() == tries);
  }
}

TEST_CASE("settle turns STOP into an error and an exception into another") {
  TestLoop loop;
  Result<int> stopped = 0;
  Result<int> broken = 0;

  loop.run([&]() -> Task<void> {
    Scope scope(loop.executor());
    auto request = scope.spawn([&](StopToken) -> Task<void> {
      auto work = answer_after(loop.clock(), 1h);
      stopped = co_await async::settle(std::move(work));
    });
    co_await loop.clock().sleep_until(loop.clock().now() + 1s);
    request.request_stop();
    co_await scope.join();
    auto work = throw_after(loop.clock(), 1s);
    broken = co_await async::settle(std::move(work));
  });

  CHECK(stopped.error().code == ErrorCode::stopped);
  CHECK(broken.error().code == ErrorCode::internal);
  CHECK(broken.error().message == "broken");
}

TEST_CASE("a test that hangs fails as a deadlock after it was unwound") {
  TestLoop loop;
  bool unwound = false;
  struct Leaving {
    bool& told;
    ~Leaving() { told = true; }
  };
  async::Event never(loop.executor());

  auto hang = [&]() -> Task<void> {
    const Leaving leaving{unwound};
    co_await never.wait();
  };

  CHECK_THROWS_AS(loop.run(hang), std::logic_error);
  CHECK(unwound);
}
