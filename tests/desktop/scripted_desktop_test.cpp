#include "desktop/scripted/scripted_desktop.hpp"

#include <algorithm>

#include "async/virtual_time.hpp"
#include "catch.hpp"
#include "desktop/scripted/names.hpp"
#include "desktop/scripted/scripted_identities.hpp"
#include "desktop/scripted/world_parts.hpp"

using namespace std::chrono_literals;
using namespace secondseat;
using namespace secondseat::scripted;

namespace {

Perform perform_on(const std::string& element, NativeAction action, World& world) {
  Perform request;
  request.application = application_ref("notes");
  request.window = window_ref("notes", "main");
  request.action = std::move(action);
  const auto* const known = world.element("notes", element);
  request.expect.role = known == nullptr ? "" : known->role;
  request.expect.name = known == nullptr ? "" : known->name;
  return request;
}

/// A desktop with the notes application in virtual time.
struct Seat {
  async::TestLoop loop;
  ScriptedDesktop desktop{notes_world(), loop.clock()};

  Performed perform(const std::string& element, NativeAction action, std::stop_token stop = {}) {
    Performed outcome;
    const auto request = perform_on(element, std::move(action), desktop.world());
    loop.run([&]() -> Task<void> {
      const auto deadline = Deadline::after(loop.clock(), 10s);
      const auto performed = co_await desktop.perform(request, stop, deadline);
      outcome = performed.value();
    });
    return outcome;
  }
  Result<WindowContent> read(ReadLimits limits = {}) {
    Result<WindowContent> content;
    ReadWindow request;
    request.application = application_ref("notes");
    request.window = window_ref("notes", "main");
    request.limits = limits;
    loop.run([&]() -> Task<void> {
      const auto deadline = Deadline::after(loop.clock(), 10s);
      content = co_await desktop.read(request, deadline);
    });
    return content;
  }
  Performed press(const std::string& element) {
    return perform(element, Invoke{element_ref("notes", element), "press"});
  }
  Performed type(const std::string& element, std::string text) {
    return perform(element, SetText{element_ref("notes", element), std::move(text)});
  }
  Node node(const std::string& element) {
    const auto content = read().value();
    const auto& nodes = content.tree.nodes;
    const auto is_it = [&](const Node& each) { return each.ref == element_ref("notes", element); };
    return *std::find_if(nodes.begin(), nodes.end(), is_it);
  }
  std::string text_of(const std::string& element) { return desktop.world().element("notes", element)->text; }
};

}  // namespace

TEST_CASE("a pressed button has its effects once and is in the log") {
  Seat seat;

  const auto performed = seat.press("save");

  CHECK(performed.delivery == Delivery::accepted);
  CHECK(seat.text_of("saved") == "1");
  CHECK(seat.desktop.world().element("notes", "notes")->children.back().name == "Buy milk");
  CHECK(seat.desktop.log().size() == 1);
}

TEST_CASE("values are set the way toolkits set them") {
  Seat seat;

  const auto read_only = seat.type("path", "/etc/passwd");
  const auto limited = seat.type("tag", "äöü-longer");
  const auto disabled = seat.type("server", "example.org");
  const auto number = seat.perform("days", SetNumber{element_ref("notes", "days"), 99});
  const auto no_text = seat.type("save", "x");

  CHECK(read_only.delivery == Delivery::accepted);
  CHECK(seat.text_of("path") == "/home/me/notes.txt");
  CHECK(limited.delivery == Delivery::accepted);
  CHECK(seat.text_of("tag") == "äöü-long");
  CHECK(disabled.delivery == Delivery::accepted);
  CHECK(seat.text_of("server").empty());
  CHECK(number.delivery == Delivery::accepted);
  CHECK(seat.desktop.world().element("notes", "days")->value->current == 30);
  CHECK(no_text.delivery == Delivery::rejected);
}

TEST_CASE("a read shows the window, withholds passwords and paints the same picture again") {
  Seat seat;
  seat.type("passphrase", "open sesame");

  const auto first = seat.read();
  const auto second = seat.read();

  REQUIRE(first);
  CHECK(first->window.title == "Notes");
  CHECK(first->tree.nodes.front().role == "frame");
  const auto is_secret = [](const Node& node) { return node.text.find("sesame") != std::string::npos; };
  CHECK(std::none_of(first->tree.nodes.begin(), first->tree.nodes.end(), is_secret));
  REQUIRE(first->picture);
  CHECK(first->picture->png.substr(1, 3) == "PNG");
  CHECK(first->picture->png == second->picture->png);
}

TEST_CASE("a read stays within its limits and counts what it left out") {
  Seat seat;
  ReadLimits limits;
  limits.nodes = 3;
  limits.picture_side = 64;

  const auto content = seat.read(limits);

  REQUIRE(content);
  CHECK(content->tree.nodes.size() == 3);
  CHECK(content->tree.over_bound == 11);
  CHECK(content->picture->width == 64);
}

TEST_CASE("an element that has changed is not acted on") {
  Seat seat;
  auto request = perform_on("save", Invoke{element_ref("notes", "save"), "press"}, seat.desktop.world());
  seat.desktop.world().element("notes", "save")->name = "Delete";
  Performed outcome;

  seat.loop.run([&]() -> Task<void> {
    const auto performed = co_await seat.desktop.perform(request, std::stop_token(), Deadline::never());
    outcome = performed.value();
  });

  CHECK(outcome.delivery == Delivery::not_sent);
  CHECK(outcome.reason->code == ErrorCode::stale);
  CHECK(seat.desktop.log().empty());
}

TEST_CASE("a stop that came first means that nothing is sent") {
  Seat seat;
  std::stop_source stop;
  stop.request_stop();

  const auto performed = seat.perform("save", Invoke{element_ref("notes", "save"), "press"}, stop.get_token());

  CHECK(performed.delivery == Delivery::not_sent);
  CHECK(seat.desktop.log().empty());
}

TEST_CASE("an action may land after its sender has given up") {
  Seat seat;
  seat.desktop.faults().hold(Call::perform, Hold::before_landing);

  const auto performed = seat.press("save");
  const auto at_the_deadline = seat.text_of("saved");
  seat.desktop.release();

  CHECK(performed.delivery == Delivery::no_answer);
  CHECK(at_the_deadline == "0");
  CHECK(seat.text_of("saved") == "1");
  CHECK(seat.loop.clock().now().time_since_epoch() == 10s);
}

TEST_CASE("a desktop that hangs before sending has sent nothing") {
  Seat seat;
  seat.desktop.faults().hold(Call::perform, Hold::before_sending, "notes");

  const auto performed = seat.press("save");

  CHECK(performed.delivery == Delivery::not_sent);
  CHECK(performed.reason->code == ErrorCode::timed_out);
  CHECK(seat.desktop.log().empty());
}

TEST_CASE("scripted failures come one a read, in order") {
  Seat seat;
  seat.desktop.faults().fail_next(Call::read, {ErrorCode::transient, ErrorCode::backend_lost});

  const auto first = seat.read();
  const auto second = seat.read();
  const auto third = seat.read();

  CHECK(first.error().code == ErrorCode::transient);
  CHECK(second.error().code == ErrorCode::backend_lost);
  CHECK(third);
  CHECK(seat.desktop.reads() == 3);
}

TEST_CASE("a dialog opens, becomes the active window and closes again") {
  Seat seat;

  seat.press("delete-all");
  const bool opened = seat.desktop.world().window("notes", "question")->open;
  auto cancel = perform_on("cancel", Invoke{element_ref("notes", "cancel"), "press"}, seat.desktop.world());
  cancel.window = window_ref("notes", "question");
  seat.loop.run([&]() -> Task<void> {
    const auto performed = co_await seat.desktop.perform(cancel, std::stop_token(), Deadline::never());
    CHECK(performed);
  });

  CHECK(opened);
  CHECK_FALSE(seat.desktop.world().window("notes", "question")->open);
  CHECK(seat.desktop.world().window("notes", "main")->active);
}

TEST_CASE("a scripted process that was replaced is another instance") {
  async::TestLoop loop;
  const auto world = notes_world();
  const auto pid = world.applications().front().pid;
  ScriptedIdentities identities(world);

  loop.run([&]() -> Task<void> {
    const auto first = co_await identities.pin(pid);
    const auto again = co_await identities.pin(pid);
    identities.replace(pid, "/usr/bin/other");
    const auto second = co_await identities.pin(pid);
    identities.end(pid);
    const auto none = co_await identities.pin(pid);

    CHECK(first.value()->instance_id() == again.value()->instance_id());
    CHECK_FALSE(first.value()->check());
    CHECK(first.value()->instance_id() != second.value()->instance_id());
    CHECK(first.value()->identity().digest != second.value()->identity().digest);
    CHECK_FALSE(none);
  });
}

namespace {

Point middle_of(const Rect& bounds) { return {bounds.x + bounds.width / 2, bounds.y + bounds.height / 2}; }

}  // namespace

TEST_CASE("What is pressed lands on the element at that place, and only if it is the one that was meant") {
  Seat seat;
  const auto save = seat.node("save");
  const auto at = middle_of(save.bounds);

  CHECK(seat.perform("save", PressButton{save.ref, at}).delivery == Delivery::accepted);
  CHECK(seat.text_of("saved") == "1");

  const auto elsewhere = middle_of(seat.node("note").bounds);
  const auto missed = seat.perform("save", PressButton{save.ref, elsewhere});
  CHECK(missed.delivery == Delivery::not_sent);
  CHECK(missed.reason->code == ErrorCode::stale);
  CHECK(seat.text_of("saved") == "1");
}

TEST_CASE("Text that is typed replaces what is selected, and the caret stands after it") {
  Seat seat;
  auto& note = *seat.desktop.world().element("notes", "note");
  note.selection_start = 4;
  note.selection_end = note.caret = 8;

  CHECK(seat.perform("note", TypeText{seat.node("note").ref, "bread"}).delivery == Delivery::accepted);
  CHECK(note.text == "Buy bread");
  CHECK(note.caret == 9);
  CHECK(note.states.has(State::focused));

  CHECK(seat.perform("note", InsertText{seat.node("note").ref, 4, "ü"}).delivery == Delivery::accepted);
  CHECK(note.text == "Buy übread");
  CHECK(note.caret == 5);
}
