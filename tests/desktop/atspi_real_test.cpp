// The accessibility backend alone, against real toolkits on a bus of their own.
#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "catch.hpp"
#include "desktop/asking.hpp"
#include "desktop/fixture.hpp"

using namespace secondseat;
using namespace secondseat::stage;

namespace {

const Node& named(const Tree& tree, std::string_view role, std::string_view name) {
  const auto found =
      std::ranges::find_if(tree.nodes, [&](const auto& node) { return node.role == role && node.name == name; });
  if (found == tree.nodes.end()) throw std::runtime_error("no such element");
  return *found;
}

Perform click_on(const ReadWindow& window, const Node& node) {
  Perform request;
  request.application = window.application;
  request.window = window.window;
  request.action = Invoke{node.ref, node.actions.at(0)};
  request.expect = {node.role, node.name, {State::showing, State::enabled}};
  return request;
}

}  // namespace

TEST_CASE("an action by name lands exactly once, in either toolkit") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const Stage stage;
  Fixture fixture(stage, toolkit);
  Asking asking(stage);
  const auto window = asking.only_window_of(fixture.pid());
  const auto tree = asking.tree(window);

  const auto performed = asking.perform(click_on(window, named(tree, "push button", "Count")));

  REQUIRE(performed);
  CHECK(performed->delivery == Delivery::accepted);
  fixture.wait_for_counter("count_button.clicked", 1);
  CHECK(fixture.counter("count_button.clicked") == 1);
}

TEST_CASE("nothing is sent to an element that is not what was expected, or after STOP") {
  const Stage stage;
  Fixture fixture(stage, Toolkit::gtk3);
  Asking asking(stage);
  const auto window = asking.only_window_of(fixture.pid());
  const auto tree = asking.tree(window);
  const auto click = click_on(window, named(tree, "push button", "Count"));
  auto other_name = click;
  other_name.expect.name = "Delete";
  auto other_role = click;
  other_role.expect.role = "check box";
  auto other_state = click;
  other_state.expect.required.set(State::checked);
  auto other_action = click;
  std::get<Invoke>(other_action.action).action = "explode";
  auto other_application = click;
  other_application.application = NativeRef{":1.9999"};
  auto input = click;
  input.action = PressButton{std::get<Invoke>(click.action).element, {}};
  std::stop_source stopped;
  stopped.request_stop();

  CHECK_FALSE(asking.perform(other_name));
  CHECK_FALSE(asking.perform(other_role));
  CHECK_FALSE(asking.perform(other_state));
  CHECK_FALSE(asking.perform(other_action));
  CHECK_FALSE(asking.perform(other_application));
  const auto no_pointer = asking.perform(input);
  REQUIRE_FALSE(no_pointer);
  CHECK(no_pointer.error().code == ErrorCode::unsupported);
  CHECK_FALSE(asking.perform(click, stopped.get_token()));

  asking.tree(window);  // answered after whatever was sent before it
  CHECK(fixture.counter("count_button.clicked") == 0);
  CHECK(fixture.untouched());
}

TEST_CASE("what was typed into a hidden entry is withheld, in either toolkit") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const Stage stage;
  Fixture fixture(stage, toolkit);
  Asking asking(stage);
  const auto window = asking.only_window_of(fixture.pid());
  const auto before = asking.tree(window);
  const auto& entry = named(before, "password text", "Password");
  auto typing = click_on(window, named(before, "push button", "Count"));
  typing.action = SetText{entry.ref, "correct horse"};
  typing.expect = {entry.role, entry.name, {State::editable}};

  const auto performed = asking.perform(typing);
  const auto after = asking.tree(window);

  REQUIRE(performed);
  CHECK(performed->delivery == Delivery::accepted);
  CHECK(named(after, "password text", "Password").text.empty());
  const bool leaked = std::ranges::any_of(after.nodes, [](const auto& node) {
    return node.text.find("horse") != node.text.npos || node.name.find("horse") != node.name.npos;
  });
  CHECK_FALSE(leaked);
}

TEST_CASE("of a long list the rows in the viewport are read and the others counted, in either toolkit") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const Stage stage;
  Fixture fixture(stage, toolkit, {"--rows", "1000"});
  Asking asking(stage);

  const auto tree = asking.tree(asking.only_window_of(fixture.pid()));

  const auto rows = std::ranges::count_if(tree.nodes, [](const auto& node) { return node.role == "list item"; });
  CHECK(rows > 3);
  CHECK(rows < 40);
  CHECK(named(tree, "list item", "Row 1").index_in_parent == 1);
  CHECK(tree.not_showing > 900);
  CHECK(tree.over_bound == 0);
}

TEST_CASE("a closed menu's items are listed when they are wanted, and do not pass for showing") {
  const Stage stage;
  Fixture fixture(stage, Toolkit::gtk3);
  Asking asking(stage);
  auto window = asking.only_window_of(fixture.pid());
  const auto closed = asking.tree(window);
  window.expand.push_back(named(closed, "menu", "File").ref);

  const auto expanded = asking.tree(window);

  CHECK(named(closed, "menu", "File").children == 3);
  CHECK_THROWS(named(closed, "menu item", "Save"));
  CHECK_FALSE(named(expanded, "menu item", "Save").states.has(State::showing));
}

TEST_CASE("a bound on the number of elements is kept, and what it costs is counted") {
  const Stage stage;
  Fixture fixture(stage, Toolkit::gtk3);
  Asking asking(stage);
  auto window = asking.only_window_of(fixture.pid());
  window.limits.nodes = 10;

  const auto tree = asking.tree(window);

  CHECK(tree.nodes.size() == 10);
  CHECK(tree.over_bound > 0);
}

TEST_CASE("a hung application is listed without windows and does not keep others from being listed and read") {
  const Stage stage;
  Fixture hung(stage, Toolkit::gtk3);
  Fixture lively(stage, Toolkit::gtk3);
  Asking asking(stage);
  const auto window = asking.only_window_of(lively.pid());
  const Frozen frozen(hung);

  const auto listed = asking.applications();
  const auto tree = asking.tree(window);

  const auto of = [&listed](pid_t pid) {
    return std::ranges::find_if(listed, [pid](const auto& running) { return running.pid == pid; });
  };
  REQUIRE(of(hung.pid()) != listed.end());
  CHECK(of(hung.pid())->windows.empty());
  REQUIRE(of(lively.pid()) != listed.end());
  CHECK(of(lively.pid())->windows.size() == 1);
  CHECK(tree.nodes.size() > 20);
}

TEST_CASE("a hung application costs a read its deadline and no more, and an action is provably not sent") {
  const Stage stage;
  Fixture fixture(stage, Toolkit::gtk3);
  Asking asking(stage);
  const auto window = asking.only_window_of(fixture.pid());
  const auto click = click_on(window, named(asking.tree(window), "push button", "Count"));
  std::optional<Frozen> frozen(std::in_place, fixture);

  const auto content = asking.answer(asking.desktop().read(window, asking.in(std::chrono::seconds{1})));
  const auto performed = asking.answer(asking.desktop().perform(click, {}, asking.in(std::chrono::seconds{1})));
  frozen.reset();

  REQUIRE_FALSE(content);
  CHECK(content.error().code == ErrorCode::timed_out);
  REQUIRE_FALSE(performed);
  CHECK(performed.error().code == ErrorCode::timed_out);
  CHECK(asking.tree(window).nodes.size() > 20);
  CHECK(fixture.counter("count_button.clicked") == 0);
}

TEST_CASE("when the bus dies under a read, that is an error and never an empty tree") {
  Stage stage;
  Fixture fixture(stage, Toolkit::gtk3);
  Asking asking(stage);
  const auto window = asking.only_window_of(fixture.pid());
  const Frozen frozen(fixture);

  const auto content = asking.answer(asking.desktop().read(window, asking.in(std::chrono::seconds{20})),
                                     [&stage] { stage.end_session_bus(); });
  const auto again = asking.answer(asking.desktop().applications(asking.in(std::chrono::seconds{20})));

  REQUIRE_FALSE(content);
  CHECK(content.error().code == ErrorCode::backend_lost);
  REQUIRE_FALSE(again);
  CHECK(again.error().code == ErrorCode::backend_lost);
}

TEST_CASE("an application that ended is an error and never an empty tree") {
  const Stage stage;
  std::optional<Fixture> fixture(std::in_place, stage, Toolkit::gtk3);
  Asking asking(stage);
  const auto window = asking.only_window_of(fixture->pid());
  fixture.reset();

  const auto content = asking.answer(asking.desktop().read(window, asking.in(std::chrono::seconds{20})));

  REQUIRE_FALSE(content);
  CHECK(content.error().code == ErrorCode::stale);
}
