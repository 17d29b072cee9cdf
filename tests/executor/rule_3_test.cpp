// Rule 3: timed out is not failed. After dispatch, no answer means that nobody knows.
#include "catch.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/seat.hpp"

using namespace secondseat;
using secondseat::test::Seat;

TEST_CASE("Rule 3: an action without an answer is unknown, lands once, and is not repeated whatever the client tries") {
  const auto keeps = GENERATE(scripted::Keeps::deadline, scripted::Keeps::nothing);
  Seat seat(scripted::notes_world());
  seat.run([keeps](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    at.desktop.faults().hold(scripted::Call::perform, scripted::Hold::before_landing, "", keeps);
    const auto report = co_await at.click(state, "Save");
    REQUIRE(report);
    CHECK(report->outcome == Outcome::unknown);
    CHECK(report->is_error());
    CHECK(at.text_of("saved") == "0");
    const auto repeated = co_await at.click(state, "Save");
    REQUIRE(repeated);
    CHECK(repeated->outcome == Outcome::refused);
    at.desktop.release();
    co_await at.read();
    CHECK(at.text_of("saved") == "1");
    CHECK(at.desktop.log().size() == 1);
  });
}

TEST_CASE("Rule 3: what provably never started is not_dispatched") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    at.desktop.faults().hold(scripted::Call::perform, scripted::Hold::before_sending);
    const auto report = co_await at.click(state, "Save");
    REQUIRE(report);
    CHECK(report->outcome == Outcome::not_dispatched);
    CHECK(at.desktop.log().empty());
  });
}

TEST_CASE("Rule 3: a desktop that ran out of time before it sent says so, and that is not_dispatched") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    at.desktop.faults().fail_next(scripted::Call::perform, {ErrorCode::timed_out});
    const auto report = co_await at.click(state, "Save");
    REQUIRE(report);
    CHECK(report->outcome == Outcome::not_dispatched);
    CHECK(report->explanation.starts_with("Nothing was sent."));
    CHECK(at.text_of("saved") == "0");
  });
}
