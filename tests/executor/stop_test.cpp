// STOP at any step: what was not sent is never sent, and what was is told.
#include "async/scope.hpp"
#include "async/settle.hpp"
#include "catch.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/seat.hpp"

using namespace secondseat;
using namespace std::chrono_literals;
using secondseat::test::Seat;

namespace {

/// A request in a coroutine of its own, which can be stopped.
struct Running {
  Task<void> click(Seat& seat, std::string state, StopToken token) {
    ActRequest request{"Notes", std::move(state), Click{seat.number("Save")}, false};
    Caller caller{std::move(token), &seat.human, "test"};
    auto work = seat.connection.act(std::move(request), std::move(caller));
    report = co_await async::settle(std::move(work));
  }
  std::optional<Result<ActionReport>> report;
};

}  // namespace

TEST_CASE("STOP while an action waits for its turn: it is never dispatched") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    at.desktop.faults().hold(scripted::Call::perform, scripted::Hold::before_answer);
    Running first;
    Running second;
    auto both = [&](async::Scope& scope) -> Task<void> {
      auto run_first = [&](StopToken token) { return first.click(at, state, std::move(token)); };
      auto run_second = [&](StopToken token) { return second.click(at, state, std::move(token)); };
      scope.spawn(run_first);
      auto stop_second = scope.spawn(run_second);
      co_await at.loop.clock().sleep_until(at.loop.clock().now() + 1ms);
      stop_second.request_stop();
      at.desktop.release();
    };
    co_await async::with_scope(both);
    REQUIRE(first.report);
    CHECK((*first.report)->outcome == Outcome::confirmed);
    REQUIRE(second.report);
    CHECK_FALSE(*second.report);
    CHECK(at.desktop.log().size() == 1);
    CHECK(at.text_of("saved") == "1");
  });
}

TEST_CASE("STOP after the dispatch: the next state tells of it") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    at.desktop.faults().hold(scripted::Call::perform, scripted::Hold::before_answer);
    Running click;
    auto both = [&](async::Scope& scope) -> Task<void> {
      auto run = [&](StopToken token) { return click.click(at, state, std::move(token)); };
      auto stop = scope.spawn(run);
      co_await at.loop.clock().sleep_until(at.loop.clock().now() + 1ms);
      stop.request_stop();
    };
    co_await async::with_scope(both);
    at.desktop.release();
    co_await at.read();
    CHECK(at.latest.find("note: a click on element") != std::string::npos);
    CHECK(at.text_of("saved") == "1");
    CHECK(at.desktop.log().size() == 1);
  });
}

TEST_CASE("STOP in the pause between two attempts ends the read at once") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    at.desktop.faults().fail_next(scripted::Call::read, {ErrorCode::transient, ErrorCode::transient});
    const auto began = at.loop.clock().now();
    std::optional<Result<StateView>> state;
    auto both = [&](async::Scope& scope) -> Task<void> {
      auto run = [&](StopToken token) -> Task<void> {
        ReadRequest request;
        request.app = "Notes";
        Caller caller{std::move(token), &at.human, "test"};
        auto work = at.connection.get_app_state(std::move(request), std::move(caller));
        state = co_await async::settle(std::move(work));
      };
      auto stop = scope.spawn(run);
      co_await at.loop.clock().sleep_until(at.loop.clock().now() + 1s);
      stop.request_stop();
    };
    co_await async::with_scope(both);
    REQUIRE(state);
    REQUIRE_FALSE(*state);
    CHECK(state->error().code == ErrorCode::stopped);
    CHECK(at.loop.clock().now() - began == 1s);
    CHECK(at.desktop.reads() == 1);
  });
}

TEST_CASE("A listing on a closed connection is answered at once, and not waited for without end") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    co_await at.connection.close();

    const auto listed = co_await at.connection.list_apps(at.caller());

    REQUIRE_FALSE(listed);
    CHECK(listed.error().code == ErrorCode::closed);
    CHECK(at.desktop.listings() == 0);
  });
}
