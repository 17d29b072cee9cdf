// Rule 2: actions are never replayed. An action names the state it was decided on, and a state is spent by one action.
#include "catch.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/seat.hpp"

using namespace secondseat;
using secondseat::test::Seat;

TEST_CASE("Rule 2: a state serves one action, and the refusal brings a fresh state") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    const auto first = co_await at.click(state, "Save");
    REQUIRE(first);
    CHECK(first->outcome == Outcome::confirmed);
    CHECK(at.text_of("saved") == "1");
    const auto again = co_await at.click(state, "Save");
    REQUIRE(again);
    CHECK(again->outcome == Outcome::refused);
    REQUIRE(again->state);
    CHECK(at.text_of("saved") == "1");
    const auto on_fresh = co_await at.click(again->state->state_id, "Save");
    REQUIRE(on_fresh);
    CHECK(on_fresh->outcome == Outcome::confirmed);
    CHECK(at.text_of("saved") == "2");
    CHECK(at.desktop.log().size() == 2);
  });
}

TEST_CASE("Rule 2: only the newest state of a window can be acted on") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto older = co_await at.read();
    co_await at.read();
    const auto report = co_await at.click(older, "Save");
    REQUIRE(report);
    CHECK(report->outcome == Outcome::refused);
    CHECK(at.desktop.log().empty());
  });
}

TEST_CASE("Rule 2: a state of another connection, or of an earlier process, never fits") {
  Seat earlier(scripted::notes_world());
  std::string state;
  earlier.run([&state](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    state = co_await at.read();
  });
  Seat seat(scripted::notes_world());
  seat.run([&state](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    co_await at.read();
    for (const auto& claimed : {state, std::string("s:1"), std::string(), std::string("s:0000000000000000:1")}) {
      const auto report = co_await at.click(claimed, "Save");
      REQUIRE(report);
      CHECK(report->outcome == Outcome::refused);
    }
    CHECK(at.desktop.log().empty());
  });
}

TEST_CASE("Rule 2: an action that fails is not tried again") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    at.desktop.faults().fail_next(scripted::Call::perform, {ErrorCode::transient});
    const auto report = co_await at.click(state, "Save");
    REQUIRE(report);
    CHECK(report->outcome == Outcome::not_dispatched);
    CHECK(at.desktop.log().empty());
    const auto again = co_await at.click(state, "Save");
    REQUIRE(again);
    CHECK(again->outcome == Outcome::refused);
    CHECK(at.text_of("saved") == "0");
  });
}
