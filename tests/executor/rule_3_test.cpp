// Rule 3: timed out is not failed. After dispatch, no answer means that nobody knows.
#include "catch.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/seat.hpp"

using namespace secondseat;
using secondseat::test::Seat;

namespace {

Task<void> lose_an_answer(Seat& at, std::string state) {
  at.desktop.faults().hold(scripted::Call::perform, scripted::Hold::before_answer);
  const auto lost = co_await at.click(std::move(state), "Save");
  at.desktop.release();
  REQUIRE(lost);
  CHECK(lost->outcome == Outcome::unknown);
}

/// The id of the state that the agent is then given.
Task<std::string> read_again(Seat& at, bool by_waiting) {
  if (!by_waiting) co_return co_await at.read();
  WaitRequest request;
  request.app = "Notes";
  request.text = "Save";
  const auto report = co_await at.connection.wait_for(std::move(request), at.caller());
  co_return report.value().state.state_id;
}

}  // namespace

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

TEST_CASE("Rule 3: after an unknown outcome only a read is accepted, whatever state an action names") {
  const auto reads_by_waiting = GENERATE(false, true);
  Seat seat(scripted::notes_world());
  seat.run([reads_by_waiting](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    co_await lose_an_answer(at, state);
    for (int tries = 0; tries < 2; ++tries) {
      const auto refused = co_await at.click(state, "Save");
      REQUIRE(refused);
      CHECK(refused->outcome == Outcome::refused);
      CHECK(refused->explanation.find("Read the state before you act again") != std::string::npos);
      CHECK_FALSE(refused->state);
    }
    CHECK(at.desktop.log().size() == 1);

    const auto seen = co_await read_again(at, reads_by_waiting);
    const auto accepted = co_await at.click(seen, "Save");
    REQUIRE(accepted);
    CHECK(accepted->outcome == Outcome::confirmed);
    CHECK(at.text_of("saved") == "2");
  });
}

TEST_CASE("Rule 3: an unknown outcome spends the states of the application's other windows, too") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto before = co_await at.read();
    const auto opened = co_await at.click(before, "Delete all…");
    REQUIRE((opened && opened->state));
    const auto of_dialog = opened->state->state_id;
    const auto of_window = co_await at.read("Notes");
    co_await lose_an_answer(at, of_window);
    co_await at.read("Notes");

    at.latest = opened->state->text;
    const auto on_dialog = co_await at.click(of_dialog, "Cancel");
    REQUIRE(on_dialog);
    CHECK(on_dialog->outcome == Outcome::refused);
    CHECK(on_dialog->state);
    CHECK(at.desktop.log().size() == 2);
  });
}

TEST_CASE("Rule 3: a read that was cancelled, or had begun before the outcome was unknown, ends no doubt") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    StopSource stop;
    auto body = [&](async::Scope& scope) -> Task<void> {
      at.desktop.faults().hold(scripted::Call::read, scripted::Hold::before_sending);
      auto read_early = [&at](StopToken) -> Task<void> {
        const auto early = co_await at.look();
        CHECK(early);
      };
      scope.spawn(read_early);
      at.desktop.faults().hold(scripted::Call::perform, scripted::Hold::before_answer);
      const auto lost = co_await at.click(state, "Save");
      CHECK(lost->outcome == Outcome::unknown);
      at.desktop.release();
    };
    co_await async::with_scope(body);
    const auto after_the_early_one = co_await at.click(state, "Save");
    REQUIRE(after_the_early_one);
    CHECK_FALSE(after_the_early_one->state);

    ReadRequest request;
    request.app = "Notes";
    Caller caller{stop.token(), &at.human, "test"};
    const auto cancelled = co_await at.connection.get_app_state(request, caller);
    CHECK(cancelled);
    stop.request_stop();
    const auto after_the_cancelled_one = co_await at.click(state, "Save");
    REQUIRE(after_the_cancelled_one);
    CHECK_FALSE(after_the_cancelled_one->state);
    CHECK(at.desktop.log().size() == 1);
  });
}

TEST_CASE("Rule 3: an action cancelled in flight leaves the same doubt") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    at.desktop.faults().hold(scripted::Call::perform, scripted::Hold::before_answer);
    auto body = [&](async::Scope& scope) -> Task<void> {
      auto click = [&](StopToken stop) -> Task<void> {
        ActRequest request{"Notes", state, Click{at.number("Save")}, false};
        Caller caller{std::move(stop), &at.human, "test"};
        co_await at.connection.act(std::move(request), std::move(caller));
      };
      auto clicking = scope.spawn(click);
      co_await at.loop.clock().sleep_until(at.loop.clock().now() + std::chrono::milliseconds{1});
      clicking.request_stop();
    };
    co_await async::with_scope(body);
    at.desktop.release();
    const auto refused = co_await at.click(state, "Save");
    REQUIRE(refused);
    CHECK(refused->outcome == Outcome::refused);
    CHECK_FALSE(refused->state);
    const auto seen = co_await at.read();
    CHECK(at.latest.find("cancelled after it had been sent") != std::string::npos);
    const auto accepted = co_await at.click(seen, "Save");
    CHECK(accepted->outcome == Outcome::confirmed);
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
