// select_text and perform_secondary_action, from the request to what the application holds.
#include "catch.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/seat.hpp"

using namespace secondseat;
using secondseat::test::Seat;

namespace {

Task<Result<ActionReport>> act(Seat& at, std::string state, Action action) {
  ActRequest request{"Notes", std::move(state), std::move(action), false};
  return at.connection.act(std::move(request), at.caller());
}

TextSelection words(Seat& at, const char* element, std::string text) {
  return {at.number(element), std::move(text), {}, {}, TextSelection::Place::text};
}

}  // namespace

TEST_CASE("select_text selects the words, and the state shows them") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    auto state = co_await at.read();
    Action select = words(at, "Note", "milk");
    const auto selected = co_await act(at, state, select);
    REQUIRE(selected);
    CHECK(selected->outcome == Outcome::confirmed);
    CHECK(selected->evidence == "selection");
    CHECK(at.desktop.world().element("notes", "note")->selection_start == 4);
    CHECK(at.desktop.world().element("notes", "note")->selection_end == 8);
    REQUIRE(selected->state);
    CHECK(selected->state->text.find("selected text \"milk\"") != std::string::npos);

    state = selected->state->state_id;
    auto caret = words(at, "Note", "milk");
    caret.place = TextSelection::Place::before;
    Action place = caret;
    const auto placed = co_await act(at, state, place);
    REQUIRE(placed);
    CHECK(placed->outcome == Outcome::confirmed);
    CHECK(at.desktop.world().element("notes", "note")->caret == 4);
  });
}

TEST_CASE("Rule 4: a selection that the application did not make is not believed") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    at.desktop.world().element("notes", "note")->answer = scripted::Answer::lies;
    Action select = words(at, "Note", "milk");
    const auto report = co_await act(at, state, select);
    REQUIRE(report);
    CHECK(report->outcome == Outcome::unverified);
    CHECK(report->explanation.find("Nothing is selected") != std::string::npos);
  });
}

TEST_CASE("select_text sends nothing to a field that is disabled, secret, or does not hold the words") {
  const auto* element = GENERATE("Server", "Passphrase", "Tag");
  Seat seat(scripted::notes_world());
  seat.run([element](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    Action select = words(at, element, "milk");
    const auto report = co_await act(at, state, select);
    REQUIRE(report);
    CHECK(report->outcome == Outcome::refused);
    CHECK(at.desktop.log().empty());
  });
}

TEST_CASE("A secondary action is sent by its name, in whatever case, and never by position") {
  const auto* name = GENERATE("show menu", "Show Menu");
  Seat seat(scripted::notes_world());
  seat.run([name](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    at.desktop.world().element("notes", "save")->actions = {"press", "show menu"};
    const auto state = co_await at.read();
    Action show = SecondaryAction{at.number("Save"), name};
    const auto report = co_await act(at, state, show);
    REQUIRE(report);
    CHECK(report->route == "action show menu");
    CHECK(at.desktop.log().size() == 1);
    CHECK(at.text_of("saved") == "0");
  });
}

TEST_CASE("A secondary action that the element does not have is refused with those it has") {
  const auto* name = GENERATE("delete", "1", "", "press me");
  Seat seat(scripted::notes_world());
  seat.run([name](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    Action action = SecondaryAction{at.number("Save"), name};
    const auto report = co_await act(at, state, action);
    REQUIRE(report);
    CHECK(report->outcome == Outcome::refused);
    CHECK(report->explanation.find("press") != std::string::npos);
    CHECK(at.desktop.log().empty());
  });
}
