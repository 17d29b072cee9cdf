#include "executor/route.hpp"

#include "catch.hpp"
#include "executor/node_roles.hpp"

using namespace secondseat;

namespace {

Node with_actions(std::string role, std::vector<std::string> actions) {
  Node node;
  node.role = std::move(role);
  node.states = {State::showing, State::enabled, State::focusable};
  node.actions = std::move(actions);
  return node;
}

}  // namespace

TEST_CASE("A click means an action by name, never the first in the list") {
  CHECK(executor::primary_action(with_actions("push button", {"delete", "clipboard.cut", "Press"})) == "Press");
  CHECK(executor::primary_action(with_actions("toggle button", {"toggle"})) == "toggle");
  CHECK_FALSE(executor::primary_action(with_actions("push button", {"delete", "menu.popup"})));
}

TEST_CASE("A click on a text field gives it the focus; its activate would submit the form") {
  const auto route = executor::route_click(with_actions("text", {"activate"}));
  REQUIRE(route);
  CHECK(std::holds_alternative<GiveFocus>(route->action));
}

TEST_CASE("What does not answer, or offers nothing, is refused before anything is sent") {
  auto disabled = with_actions("push button", {"press"});
  disabled.states.clear(State::enabled);
  CHECK(executor::route_click(disabled).error().message.find("disabled") != std::string::npos);
  auto hidden = with_actions("push button", {"press"});
  hidden.states.clear(State::showing);
  CHECK(executor::route_click(hidden).error().message.find("not showing") != std::string::npos);
  auto label = with_actions("label", {});
  label.states.clear(State::focusable);
  CHECK_FALSE(executor::route_click(label));
}

TEST_CASE("Switches take words, and nothing else") {
  for (const auto* yes : {"on", "true", "checked", "yes", "1"}) CHECK(executor::parse_switch(yes) == true);
  for (const auto* no : {"off", "false", "unchecked", "no", "0"}) CHECK(executor::parse_switch(no) == false);
  for (const auto* neither : {"", "On", "2", "maybe"}) CHECK_FALSE(executor::parse_switch(neither));
}
