// wait_for: met, not met, and nothing sent.
#include "catch.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/seat.hpp"

using namespace secondseat;
using namespace std::chrono_literals;
using secondseat::test::Seat;

namespace {

WaitRequest wait_in_notes() {
  WaitRequest request;
  request.app = "Notes";
  return request;
}

/// Waits while `change` happens to the application after three seconds.
Task<Result<WaitReport>> wait_while(Seat& at, WaitRequest request, std::function<void()> change) {
  async::Scope scope(at.loop.executor());
  auto later = [&at, change](StopToken) -> Task<void> {
    co_await at.loop.clock().sleep_until(at.loop.clock().now() + 3s);
    change();
  };
  scope.spawn(later);
  auto report = co_await at.connection.wait_for(std::move(request), at.caller());
  co_await scope.join();
  co_return report;
}

}  // namespace

TEST_CASE("wait_for ends when the text is there, and sends nothing") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    auto request = wait_in_notes();
    request.text = "FINISHED";
    const auto start = at.loop.clock().now();
    auto change = [&at] { at.desktop.world().element("notes", "saved")->text = "finished"; };
    const auto report = co_await wait_while(at, std::move(request), change);
    REQUIRE(report);
    CHECK(report->met);
    CHECK(at.loop.clock().now() - start <= 3250ms);
    CHECK(report->state.text.find("finished") != std::string::npos);
    CHECK(at.desktop.log().empty());
  });
}

TEST_CASE("wait_for ends when an element can be used, or a text is gone") {
  const bool for_text = GENERATE(true, false);
  Seat seat(scripted::notes_world());
  seat.run([for_text](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    co_await at.read();
    auto request = wait_in_notes();
    if (for_text) {
      request.text = "buy milk";
      request.gone = true;
    } else {
      request.element = at.number("Server");
    }
    auto change = [&at] {
      at.desktop.world().element("notes", "note")->text = "done";
      at.desktop.world().element("notes", "server")->states.set(State::enabled);
    };
    const auto start = at.loop.clock().now();
    const auto report = co_await wait_while(at, std::move(request), change);
    REQUIRE(report);
    CHECK(report->met);
    CHECK(at.loop.clock().now() - start >= 3s);
  });
}

TEST_CASE("wait_for gives the fresh state when the time is up, and says so") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    auto request = wait_in_notes();
    request.text = "never";
    request.timeout = 2s;
    const auto start = at.loop.clock().now();
    const auto report = co_await at.connection.wait_for(std::move(request), at.caller());
    REQUIRE(report);
    CHECK_FALSE(report->met);
    CHECK(at.loop.clock().now() - start <= 2s);
    CHECK_FALSE(report->state.state_id.empty());
  });
}

TEST_CASE("wait_for idle waits until nothing has changed for three quarters of a second") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    auto request = wait_in_notes();
    request.idle = true;
    const auto start = at.loop.clock().now();
    const auto report = co_await at.connection.wait_for(std::move(request), at.caller());
    REQUIRE(report);
    CHECK(report->met);
    CHECK(at.loop.clock().now() - start == 750ms);
  });
}

TEST_CASE("wait_for wants exactly one thing, and says so before anybody is asked") {
  WaitRequest none = wait_in_notes();
  WaitRequest two = wait_in_notes();
  two.text = "a";
  two.idle = true;
  WaitRequest idle_gone = wait_in_notes();
  idle_gone.idle = idle_gone.gone = true;
  const auto request = GENERATE_COPY(values({none, two, idle_gone}));
  Seat seat(scripted::notes_world());
  seat.run([&request](Seat& at) -> Task<void> {
    const auto report = co_await at.connection.wait_for(request, at.caller());
    REQUIRE_FALSE(report);
    CHECK(report.error().code == ErrorCode::invalid_argument);
    CHECK(at.human.asked.empty());
  });
}

TEST_CASE("Rule 5: STOP ends a wait for a change at once") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    auto request = wait_in_notes();
    request.text = "never";
    async::Scope scope(at.loop.executor());
    auto wait = [&at, request](StopToken stop) -> Task<void> {
      Caller caller{std::move(stop), &at.human, "test"};
      auto report = co_await at.connection.wait_for(request, std::move(caller));
      CHECK_FALSE(report);
    };
    auto waiting = scope.spawn(wait);
    co_await at.loop.clock().sleep_until(at.loop.clock().now() + 1s);
    const auto before = at.loop.clock().now();
    waiting.request_stop();
    co_await scope.join();
    CHECK(at.loop.clock().now() == before);
  });
}

TEST_CASE("wait_for does not wait for an application that hangs much longer than it was told to") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    co_await at.read();
    at.desktop.faults().hold(scripted::Call::read, scripted::Hold::before_sending);
    auto request = wait_in_notes();
    request.text = "never";
    request.timeout = 2s;
    const auto start = at.loop.clock().now();
    const auto report = co_await at.connection.wait_for(std::move(request), at.caller());
    CHECK_FALSE(report);
    CHECK(at.loop.clock().now() - start <= 7s);
    at.desktop.faults().release();
  });
}
