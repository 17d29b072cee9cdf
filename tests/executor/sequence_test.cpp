// perform_actions: several steps decided on one state.
#include <fmt/format.h>

#include "catch.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/seat.hpp"

using namespace secondseat;
using secondseat::test::Seat;

namespace {

Task<Result<SequenceReport>> act(Seat& at, std::string state, std::vector<Action> steps) {
  SequenceRequest request{"Notes", std::move(state), std::move(steps), false};
  return at.connection.act_in_order(std::move(request), at.caller());
}

}  // namespace

TEST_CASE("A whole form in one call: every step confirmed, one fresh state that shows all of it") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    std::vector<Action> steps{SetValue{at.number("Tag"), "home"}, SetValue{at.number("Keep on top"), "on"},
                              Click{at.number("Save")}};
    const auto report = co_await act(at, state, std::move(steps));
    REQUIRE(report);
    REQUIRE(report->steps.size() == 3);
    for (const auto& step : report->steps) CHECK(step.outcome == Outcome::confirmed);
    CHECK(at.text_of("saved") == "1");
    REQUIRE(report->state);
    const auto& text = report->state->text;
    CAPTURE(text);
    CHECK(text.find("\"home\"") != std::string::npos);  // also what the first step changed
    CHECK(text.find("checked") != std::string::npos);
    CHECK(text.find("+ ") != std::string::npos);
  });
}

TEST_CASE("Rule 2: a sequence spends its state, so that repeating it does nothing") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    const std::vector<Action> steps{Click{at.number("Save")}, Click{at.number("Save")}};
    const auto first = co_await act(at, state, steps);
    REQUIRE(first);
    CHECK(at.text_of("saved") == "2");
    const auto again = co_await act(at, state, steps);
    REQUIRE(again);
    REQUIRE(again->steps.size() == 1);
    CHECK(again->steps[0].outcome == Outcome::refused);
    CHECK(at.text_of("saved") == "2");
  });
}

TEST_CASE("The first step that is refused or uncertain ends the sequence") {
  const auto* doubtful = GENERATE("Server", "Remind me in days");
  Seat seat(scripted::notes_world());
  seat.run([doubtful](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    std::vector<Action> steps{SetValue{at.number("Tag"), "home"}, SetValue{at.number(doubtful), "never"},
                              Click{at.number("Save")}};
    const auto report = co_await act(at, state, std::move(steps));
    REQUIRE(report);
    REQUIRE(report->steps.size() == 2);
    CHECK(report->steps[1].outcome == Outcome::refused);
    CHECK(at.text_of("saved") == "0");
    CHECK(report->state);
  });
}

TEST_CASE("Rule 3: a step without an answer is unknown, and no step follows it") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    at.desktop.faults().hold(scripted::Call::perform, scripted::Hold::before_answer);
    std::vector<Action> steps{Click{at.number("Save")}, SetValue{at.number("Tag"), "home"}};
    const auto report = co_await act(at, state, std::move(steps));
    REQUIRE(report);
    REQUIRE(report->steps.size() == 1);
    CHECK(report->steps[0].outcome == Outcome::unknown);
    CHECK(at.text_of("saved") == "1");
    CHECK(at.text_of("tag").empty());
    at.desktop.faults().release();
    REQUIRE(report->state);  // what it looks like now, and no read that the agent decided on
    const auto next = co_await at.click(report->state->state_id, "Save");
    CHECK(next->outcome == Outcome::refused);
    CHECK(at.desktop.log().size() == 1);
  });
}

TEST_CASE("A dialog that opens in the middle ends the sequence: its elements are others") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    std::vector<Action> steps{Click{at.number("Delete all…")}, Click{at.number("Save")}};
    const auto report = co_await act(at, state, std::move(steps));
    REQUIRE(report);
    REQUIRE(report->steps.size() == 2);
    CHECK(report->steps[0].evidence == "window_change");
    CHECK(report->steps[1].outcome == Outcome::refused);
    CHECK(at.text_of("saved") == "0");
    REQUIRE(report->state);
    CHECK(report->state->text.find("Delete all notes?") != std::string::npos);
  });
}

TEST_CASE("An action that changed nothing is not confirmed by what an earlier, unseen step changed") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    at.desktop.world().element("notes", "save")->answer = scripted::Answer::lies;
    std::vector<Action> steps{SetValue{at.number("Tag"), "home"}, Click{at.number("Save")}};
    const auto report = co_await act(at, state, std::move(steps));
    REQUIRE(report);
    REQUIRE(report->steps.size() == 2);
    CHECK(report->steps[1].outcome == Outcome::unverified);
  });
}

TEST_CASE("A step goes to the element that the agent saw, not to what has taken its number or its place since") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    std::vector<Action> steps{SetValue{at.number("Tag"), "home"}, Click{at.number("Save")}};
    at.desktop.world().element("notes", "save")->name = "Delete everything";
    const auto report = co_await act(at, state, std::move(steps));
    REQUIRE(report);
    REQUIRE(report->steps.size() == 2);
    CHECK(report->steps[0].outcome == Outcome::confirmed);
    CHECK(report->steps[1].outcome == Outcome::refused);
    CHECK(at.desktop.log().size() == 1);
    CHECK(at.text_of("saved") == "0");
  });
}

TEST_CASE("A step cannot name an element that the agent has not seen") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    auto& pinned = *at.desktop.world().element("notes", "pinned");
    pinned.states.clear(State::showing);
    const auto state = co_await at.read();
    const int next_number = at.number("Delete all…") + 1;  // of what will show from now on
    pinned.states.set(State::showing);
    std::vector<Action> steps{SetValue{at.number("Tag"), "home"}, Click{next_number}};
    const auto report = co_await act(at, state, std::move(steps));
    REQUIRE(report);
    REQUIRE(report->steps.size() == 2);
    REQUIRE(report->state);
    CAPTURE(report->state->text);
    CHECK(report->state->text.find(fmt::format("+ {} check box", next_number)) != std::string::npos);
    CHECK(report->steps[1].outcome == Outcome::refused);
    CHECK(at.desktop.log().size() == 1);
  });
}
