// Rule 4: return codes are not evidence. What is said to be done has been read back.
#include "catch.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/seat.hpp"

using namespace secondseat;
using secondseat::test::Seat;

namespace {

struct Try {
  const char* element;
  const char* value;
  Outcome outcome;
  const char* holds;  // the application's text afterwards; null: not a text
};

}  // namespace

TEST_CASE("Rule 4: set_value reports what really happened") {
  const auto row = GENERATE(
      Try{"Note", "Feed the cat", Outcome::confirmed, "Feed the cat"}, Try{"Note", "", Outcome::confirmed, ""},
      Try{"Tag", "short", Outcome::confirmed, "short"}, Try{"Tag", "far too long", Outcome::unverified, "far too "},
      Try{"Remind me in days", "7", Outcome::confirmed, nullptr},
      Try{"Remind me in days", "31", Outcome::refused, nullptr},
      Try{"Remind me in days", "soon", Outcome::refused, nullptr},
      Try{"Keep on top", "on", Outcome::confirmed, nullptr}, Try{"Keep on top", "off", Outcome::confirmed, nullptr},
      Try{"Keep on top", "maybe", Outcome::refused, nullptr},
      Try{"Passphrase", "secret", Outcome::unverified, "secret"},
      Try{"Stored in", "/tmp", Outcome::refused, "/home/me/notes.txt"}, Try{"Server", "x", Outcome::refused, ""},
      Try{"Save", "x", Outcome::refused, nullptr});
  CAPTURE(row.element, row.value);
  Seat seat(scripted::notes_world());
  seat.run([&row](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    const auto* id = std::string_view(row.element) == "Note"         ? "note"
                     : std::string_view(row.element) == "Tag"        ? "tag"
                     : std::string_view(row.element) == "Passphrase" ? "passphrase"
                     : std::string_view(row.element) == "Stored in"  ? "path"
                                                                     : "server";
    const auto report = co_await at.set_value(state, row.element, row.value);
    REQUIRE(report);
    CAPTURE(report->headline(), report->explanation);
    CHECK(report->outcome == row.outcome);
    if (row.holds != nullptr) CHECK(at.text_of(id) == row.holds);
    if (row.outcome == Outcome::refused) CHECK(at.desktop.log().empty());
    if (report->outcome == Outcome::confirmed) CHECK(report->evidence == "value_readback");
  });
}

TEST_CASE("Rule 4: an application that says yes and does nothing is not believed") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    auto state = co_await at.read();
    at.desktop.world().element("notes", "note")->answer = scripted::Answer::lies;
    at.desktop.world().element("notes", "save")->answer = scripted::Answer::lies;
    const auto set = co_await at.set_value(state, "Note", "Feed the cat");
    REQUIRE(set);
    CHECK(set->outcome == Outcome::unverified);
    CHECK(set->explanation.find("Buy milk") != std::string::npos);
    state = co_await at.read();
    const auto click = co_await at.click(state, "Save");
    REQUIRE(click);
    CHECK(click->outcome == Outcome::unverified);
    CHECK(click->evidence.empty());
  });
}

TEST_CASE("A dialog that opens is a window_change, and the fresh state is the dialog's") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    const auto click = co_await at.click(state, "Delete all…");
    REQUIRE(click);
    CHECK(click->outcome == Outcome::confirmed);
    CHECK(click->evidence == "window_change");
    REQUIRE(click->state);
    CHECK(click->state->text.find("modal dialog \"Delete all notes?\"") != std::string::npos);
  });
}

TEST_CASE("A password never appears in a state") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    at.desktop.world().element("notes", "passphrase")->text = "open sesame";
    co_await at.read();
    CHECK(at.latest.find("sesame") == std::string::npos);
    CHECK(at.latest.find("value withheld") != std::string::npos);
  });
}

TEST_CASE("Rule 4: what was so already is read again before it is called done, and nothing is sent") {
  const bool changes_meanwhile = GENERATE(false, true);
  Seat seat(scripted::notes_world());
  seat.run([changes_meanwhile](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    if (changes_meanwhile) at.desktop.world().element("notes", "pinned")->states.set(State::checked);
    const auto report = co_await at.set_value(state, "Keep on top", "off");
    REQUIRE(report);
    CHECK(report->outcome == (changes_meanwhile ? Outcome::refused : Outcome::confirmed));
    REQUIRE(report->state);
    CHECK(report->state->state_id != state);
    CHECK(at.desktop.log().empty());
  });
}
