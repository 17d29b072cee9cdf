// OneShot, Mailbox, Turnstile and SingleFlight: all that waits for others.
#include <optional>
#include <string>
#include <vector>

#include "async/mailbox.hpp"
#include "async/one_shot.hpp"
#include "async/scope.hpp"
#include "async/single_flight.hpp"
#include "async/turnstile.hpp"
#include "async/virtual_time.hpp"
#include "catch.hpp"

using namespace std::chrono_literals;
using namespace secondseat;
using async::Mailbox;
using async::OneShot;
using async::Scope;
using async::SingleFlight;
using async::TestLoop;
using async::Turnstile;

TEST_CASE("the first answer wins and a late one changes nothing") {
  TestLoop loop;
  OneShot<int> answer(loop.executor());

  loop.run([&]() -> Task<void> {
    const bool first = answer.set(1);
    const bool late = answer.set(2);
    const int got = co_await answer.get();
    CHECK(first);
    CHECK_FALSE(late);
    CHECK(got == 1);
  });
}

TEST_CASE("a mailbox is drained before it says that it is closed") {
  TestLoop loop;
  Mailbox<int> mailbox(loop.executor());

  loop.run([&]() -> Task<void> {
    mailbox.send(1);
    mailbox.send(2);
    mailbox.close();
    const bool taken = mailbox.send(3);
    const auto first = co_await mailbox.receive();
    const auto second = co_await mailbox.receive();
    const auto none = co_await mailbox.receive();
    CHECK_FALSE(taken);
    CHECK(first == 1);
    CHECK(second == 2);
    CHECK_FALSE(none);
  });
}

TEST_CASE("a reader waits for the next value and is woken by closing") {
  TestLoop loop;
  Mailbox<int> mailbox(loop.executor());
  std::vector<int> got;

  loop.run([&]() -> Task<void> {
    Scope scope(loop.executor());
    scope.spawn([&](StopToken) -> Task<void> {
      while (const auto value = co_await mailbox.receive()) got.push_back(*value);
    });
    co_await loop.clock().sleep_until(loop.clock().now() + 1s);
    mailbox.send(5);
    co_await loop.clock().sleep_until(loop.clock().now() + 1s);
    mailbox.close();
    co_await scope.join();
  });

  CHECK(got == std::vector<int>{5});
}

TEST_CASE("turns come first come, first served, and one may leave the line") {
  TestLoop loop;
  Turnstile line;
  std::vector<int> order;
  const auto pass = [&](int number) {
    return [&, number](StopToken) -> Task<void> {
      const auto turn = co_await line.enter();
      order.push_back(number);
      co_await loop.clock().sleep_until(loop.clock().now() + 1s);
    };
  };

  loop.run([&]() -> Task<void> {
    Scope scope(loop.executor());
    scope.spawn(pass(1));
    auto leaving = scope.spawn(pass(2));
    scope.spawn(pass(3));
    scope.spawn(pass(4));
    leaving.request_stop();
    co_await scope.join();
  });

  CHECK(order == std::vector<int>{1, 3, 4});
  CHECK(line.length() == 0);
  CHECK(loop.clock().now().time_since_epoch() == 3s);
}

namespace {

/// A run that everybody joins, and the flight it shares.
struct Sharing {
  TestLoop loop;
  int runs = 0;
  bool finished = false;

  Task<Result<int>> work() {
    const int number = ++runs;
    co_await loop.clock().sleep_until(loop.clock().now() + 10s);
    finished = true;
    co_return number;
  }
  Task<void> wait(SingleFlight<int>& flight, std::optional<Result<int>>& answer) {
    auto start = [this]() { return work(); };
    answer = co_await flight.join(std::move(start));
  }
};

}  // namespace

TEST_CASE("callers at the same time share one run") {
  Sharing shared;
  std::optional<Result<int>> one;
  std::optional<Result<int>> two;

  shared.loop.run([&]() -> Task<void> {
    Scope runs(shared.loop.executor());
    Scope waiters(shared.loop.executor());
    SingleFlight<int> flight(runs);
    waiters.spawn([&](StopToken) { return shared.wait(flight, one); });
    waiters.spawn([&](StopToken) { return shared.wait(flight, two); });
    co_await waiters.join();
    co_await runs.join();
  });

  CHECK(one.value() == 1);
  CHECK(two.value() == 1);
  CHECK(shared.runs == 1);
}

TEST_CASE("waiters leave one by one, and the last one stops the run") {
  Sharing shared;
  std::optional<Result<int>> one;
  std::optional<Result<int>> two;

  shared.loop.run([&]() -> Task<void> {
    Scope runs(shared.loop.executor());
    Scope waiters(shared.loop.executor());
    SingleFlight<int> flight(runs);
    auto first = waiters.spawn([&](StopToken) { return shared.wait(flight, one); });
    auto second = waiters.spawn([&](StopToken) { return shared.wait(flight, two); });
    co_await shared.loop.clock().sleep_until(shared.loop.clock().now() + 1s);
    first.request_stop();
    co_await shared.loop.clock().sleep_until(shared.loop.clock().now() + 1s);
    CHECK(flight.in_flight());
    second.request_stop();
    co_await waiters.join();
    co_await runs.join();
    CHECK_FALSE(flight.in_flight());
  });

  CHECK_FALSE(one);
  CHECK_FALSE(two);
  CHECK_FALSE(shared.finished);
  CHECK(shared.loop.clock().now().time_since_epoch() == 2s);
}

TEST_CASE("joining on a scope that was stopped is told so, and waits for nothing") {
  Sharing shared;
  std::optional<Result<int>> answer;

  shared.loop.run([&]() -> Task<void> {
    Scope runs(shared.loop.executor());
    SingleFlight<int> flight(runs);
    runs.stop();
    co_await shared.wait(flight, answer);
    CHECK_FALSE(flight.in_flight());
  });

  REQUIRE(answer);
  CHECK(answer->error().code == ErrorCode::stopped);
  CHECK(shared.runs == 0);
}
