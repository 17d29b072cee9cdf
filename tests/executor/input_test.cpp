// What only the pointer or the keyboard can do, from the request to what the application holds.
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

/// Reads with the screenshot that pixels are of.
Task<std::string> see(Seat& at) {
  const auto whole = co_await at.read();
  const auto state = co_await at.look();
  REQUIRE(state);
  REQUIRE(state->picture);
  co_return state->state_id;
}

scripted::WorldElement& element(Seat& at, const char* id) { return *at.desktop.world().element("notes", id); }

/// Where the n-th element of the window stands, without its bounds: one below the other.
Pixel line(int number) { return {100, 8 + number * 24 + 10}; }

using Test = std::function<Task<void>(Seat&)>;

void with_notes(const Test& test) {
  Seat seat(scripted::notes_world());
  seat.run([&test](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    co_await test(at);
  });
}

}  // namespace

TEST_CASE("A row without an action of its own is clicked with the pointer") {
  with_notes([](Seat& at) -> Task<void> {
    const auto state = co_await at.read();
    Action click = Click{at.number("Call the dentist")};
    const auto report = co_await act(at, state, click);
    REQUIRE(report);
    CHECK(report->route == "pointer");
    CHECK(report->outcome == Outcome::confirmed);
    REQUIRE(at.desktop.landed().size() == 1);
    CHECK(at.desktop.landed()[0].name == "Call the dentist");
  });
}

TEST_CASE("A click that an action means leaves the pointer alone, a double or right click does not") {
  with_notes([](Seat& at) -> Task<void> {
    auto state = co_await at.read();
    element(at, "save").on["right_click"] = {scripted::rename("save", "Save as")};
    Action left = Click{at.number("Save")};
    const auto pressed = co_await act(at, state, left);
    REQUIRE(pressed);
    CHECK(pressed->route == "action press");
    state = co_await at.read();
    Action right = Click{at.number("Save"), Button::right};
    const auto menu = co_await act(at, state, right);
    REQUIRE(menu);
    CHECK(menu->route == "pointer");
    CHECK(menu->outcome == Outcome::confirmed);
    CHECK(element(at, "save").name == "Save as");
  });
}

TEST_CASE("A right click is made by the action that opens the menu, where there is one") {
  with_notes([](Seat& at) -> Task<void> {
    element(at, "save").actions = {"press", "ShowMenu"};
    const auto state = co_await at.read();
    Action right = Click{at.number("Save"), Button::right};
    const auto menu = co_await act(at, state, right);
    REQUIRE(menu);
    CHECK(menu->route == "action ShowMenu");
  });
}

TEST_CASE("A pixel of the screenshot is a place in the window") {
  with_notes([](Seat& at) -> Task<void> {
    const auto state = co_await see(at);
    Action click = Click{line(2)};  // the third element: Save
    const auto report = co_await act(at, state, click);
    REQUIRE(report);
    CAPTURE(report->explanation);
    CHECK(report->outcome == Outcome::confirmed);
    CHECK(at.text_of("saved") == "1");
  });
}

TEST_CASE("A pixel means nothing without the screenshot of that state, or outside of it") {
  const bool has_picture = GENERATE(false, true);
  with_notes([has_picture](Seat& at) -> Task<void> {
    auto state = co_await at.read();
    if (has_picture) state = co_await see(at);
    Action click = Click{has_picture ? Pixel{640, 10} : line(2)};
    const auto report = co_await act(at, state, click);
    REQUIRE(report);
    CHECK(report->outcome == Outcome::refused);
    CHECK(report->explanation.find("screenshot") != std::string::npos);
    CHECK(at.desktop.log().empty());
  });
}

TEST_CASE("Rule 2: a pixel of a window that has moved or changed its size since is refused, with the fresh state") {
  const bool moves = GENERATE(false, true);
  with_notes([moves](Seat& at) -> Task<void> {
    const auto state = co_await see(at);
    auto& bounds = at.desktop.world().window("notes", "main")->bounds;
    (moves ? bounds.x : bounds.width) += 10;
    Action click = Click{line(2)};
    const auto report = co_await act(at, state, click);
    REQUIRE(report);
    CHECK(report->outcome == Outcome::refused);
    CHECK(report->state);
    CHECK(at.desktop.log().empty());
  });
}

TEST_CASE("Rule 2: an element that has moved since is not pressed, and neither is what stands in its place") {
  with_notes([](Seat& at) -> Task<void> {
    const auto state = co_await at.read();
    auto& rows = element(at, "notes").children;
    std::swap(rows[0], rows[1]);
    Action click = Click{at.number("Call the dentist")};
    const auto report = co_await act(at, state, click);
    REQUIRE(report);
    CHECK(report->outcome == Outcome::refused);
    CHECK(at.desktop.log().empty());
  });
}

TEST_CASE("An element of which nothing is visible is not pressed") {
  with_notes([](Seat& at) -> Task<void> {
    element(at, "notes").bounds = {0, 0, 100, 20};
    element(at, "notes").children[1].bounds = {0, 30, 100, 20};
    const auto state = co_await at.read();
    Action click = Click{at.number("Call the dentist")};
    const auto report = co_await act(at, state, click);
    REQUIRE(report);
    CHECK(report->outcome == Outcome::refused);
    CHECK(report->explanation.find("nothing of it is visible") != std::string::npos);
    CHECK(at.desktop.log().empty());
  });
}

TEST_CASE("A drag presses where it begins, and both ends have to be where they were") {
  const bool target_moves = GENERATE(false, true);
  with_notes([target_moves](Seat& at) -> Task<void> {
    element(at, "note").on["drag"] = {scripted::count("saved")};
    const auto state = co_await at.read();
    if (target_moves) element(at, "days").bounds = {0, 400, 50, 20};
    Action drag = Drag{at.number("Note"), at.number("Remind me in days")};
    const auto report = co_await act(at, state, drag);
    REQUIRE(report);
    CHECK(report->outcome == (target_moves ? Outcome::refused : Outcome::confirmed));
    CHECK(at.text_of("saved") == (target_moves ? "0" : "1"));
  });
}

TEST_CASE("Text is inserted at the caret and read back") {
  with_notes([](Seat& at) -> Task<void> {
    element(at, "note").caret = 4;
    const auto state = co_await at.read();
    Action type = Typing{at.number("Note"), "some "};
    const auto report = co_await act(at, state, type);
    REQUIRE(report);
    CHECK(report->headline() == "outcome: confirmed · evidence: value_readback · route: editable_text");
    CHECK(at.text_of("note") == "Buy some milk");
  });
}

TEST_CASE("Text that replaces a selection, or has keys in it, is typed") {
  const bool selected = GENERATE(false, true);
  with_notes([selected](Seat& at) -> Task<void> {
    auto& note = element(at, "note");
    if (selected) note.selection_start = 4;
    if (selected) note.selection_end = note.caret = 8;
    const auto state = co_await at.read();
    Action type = Typing{at.number("Note"), selected ? "bread" : "a\n"};
    const auto report = co_await act(at, state, type);
    REQUIRE(report);
    CHECK(report->route == "keyboard");
    CHECK(report->outcome == Outcome::confirmed);
    CHECK(at.text_of("note") == (selected ? "Buy bread" : "a\nBuy milk"));
  });
}

TEST_CASE("Rule 4: what the application makes of typed text is told") {
  with_notes([](Seat& at) -> Task<void> {
    const auto state = co_await at.read();
    Action type = Typing{at.number("Tag"), "far too long"};
    const auto report = co_await act(at, state, type);
    REQUIRE(report);
    CHECK(report->outcome == Outcome::unverified);
    CHECK(report->explanation.find("far too ") != std::string::npos);
  });
}

TEST_CASE("A password that is typed is neither shown nor read back") {
  with_notes([](Seat& at) -> Task<void> {
    const auto state = co_await at.read();
    Action type = Typing{at.number("Passphrase"), "open sesame"};
    const auto report = co_await act(at, state, type);
    REQUIRE(report);
    CHECK(report->outcome == Outcome::unverified);
    CHECK(at.text_of("passphrase") == "open sesame");
    CHECK((report->explanation + report->state->text).find("sesame") == std::string::npos);
  });
}

TEST_CASE("Without an element, text and keys go to what has the focus; without a focus, text is refused") {
  with_notes([](Seat& at) -> Task<void> {
    auto state = co_await at.read();
    Action type = Typing{std::nullopt, "now "};
    const auto nowhere = co_await act(at, state, type);
    REQUIRE(nowhere);
    CHECK(nowhere->outcome == Outcome::refused);
    CHECK(nowhere->explanation.find("element") != std::string::npos);

    element(at, "note").states.set(State::focused);
    element(at, "note").on["key"] = {scripted::count("saved")};
    state = co_await at.read();
    const auto typed = co_await act(at, state, type);
    REQUIRE(typed);
    CHECK(at.text_of("note") == "now Buy milk");
    state = co_await at.read();
    Action press = KeyChord{"ctrl+Return"};
    const auto pressed = co_await act(at, state, press);
    REQUIRE(pressed);
    CHECK(pressed->route == "keyboard");
    CHECK(pressed->outcome == Outcome::confirmed);
    CHECK(at.text_of("saved") == "1");
  });
}

TEST_CASE("A key that does not exist is refused before anything is sent") {
  with_notes([](Seat& at) -> Task<void> {
    const auto state = co_await at.read();
    Action press = KeyChord{"hyperdrive+a"};
    const auto report = co_await act(at, state, press);
    REQUIRE(report);
    CHECK(report->outcome == Outcome::refused);
    CHECK(report->explanation.find("\"hyperdrive\" is not a modifier key") != std::string::npos);
    CHECK(at.desktop.log().empty());
  });
}
