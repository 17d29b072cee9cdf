// What scrolls, how, and how far it went. The trees are made by hand: no scripted window scrolls.
#include "executor/scroll_route.hpp"

#include "catch.hpp"

using namespace secondseat;
using namespace secondseat::executor;

namespace {

Node node(int parent, std::string role, Rect bounds, std::string name) {
  Node made;
  made.ref = NativeRef{name};
  made.parent = parent;
  made.role = std::move(role);
  made.name = std::move(name);
  made.bounds = bounds;
  made.states = {State::showing, State::enabled};
  return made;
}

/// A window of 400×400 with a list of rows that is scrolled by `offset`, in a pane whose bar says so, and a small text beside it.
WindowState window(int offset, bool has_bar) {
  WindowState state;
  auto& nodes = state.tree.nodes;
  nodes.push_back(node(-1, "frame", {0, 0, 400, 400}, "window"));
  nodes.push_back(node(0, "text", {0, 0, 400, 40}, "note"));
  nodes.push_back(node(0, "scroll pane", {0, 100, 400, 300}, "pane"));
  nodes.push_back(node(2, "list", {0, 100, 390, 300}, "list"));
  for (int row = 0; row < 20; ++row)
    nodes.push_back(node(3, "list item", {0, 100 + row * 30 - offset, 390, 30}, "row" + std::to_string(row)));
  if (has_bar) nodes.push_back(node(2, "scroll bar", {390, 100, 10, 300}, "bar"));
  if (has_bar) nodes.back().value = NumericValue{static_cast<double>(offset), 0, 300, 30};
  return state;
}

const Node& named(const WindowState& state, const std::string& name) {
  for (const auto& each : state.tree.nodes)
    if (each.name == name) return each;
  throw std::runtime_error("no " + name);
}

Scroll scroll(Scroll::Direction direction, double pages = 1) { return {std::nullopt, direction, pages}; }

constexpr auto down = Scroll::Direction::down;
constexpr auto up = Scroll::Direction::up;

}  // namespace

TEST_CASE("For a window, what scrolls most of it scrolls; for an element, what is around it") {
  const auto state = window(0, true);
  CHECK(scrolling_area(state.tree, state.tree.nodes.front()).name == "pane");
  CHECK(scrolling_area(state.tree, named(state, "row3")).name == "pane");
  CHECK(scrolling_area(state.tree, named(state, "note")).name == "note");
}

TEST_CASE("A bar is set by as much as its pane shows, within its range, and not at its end") {
  const auto state = window(100, true);
  const auto half = route_scroll(scroll(down, 0.5), named(state, "pane"), state);
  REQUIRE(half);
  CHECK(half->name == "scroll bar");
  CHECK(std::get<SetNumber>(half->action).value == 250);
  const auto back = route_scroll(scroll(up, 5), named(state, "row3"), state);
  REQUIRE(back);
  CHECK(std::get<SetNumber>(back->action).value == 0);
  const auto at_its_end = window(300, true);
  const auto further = route_scroll(scroll(down), named(at_its_end, "pane"), at_its_end);
  REQUIRE_FALSE(further);
  CHECK(further.error().message.find("any further") != std::string::npos);
}

TEST_CASE("Without a bar, the wheel is turned over it") {
  const auto state = window(100, false);
  const auto route = route_scroll(scroll(down), named(state, "pane"), state);
  REQUIRE(route);
  const auto& wheel = std::get<TurnWheel>(route->action);
  CHECK(wheel.at == Point{200, 250});
  CHECK(wheel.down == 7);
  CHECK(wheel.right == 0);
  CHECK(route->in_place.size() == 1);
  const auto left = route_scroll(scroll(Scroll::Direction::left, 0.05), named(state, "pane"), state);
  REQUIRE(left);
  CHECK(std::get<TurnWheel>(left->action).right == -1);
}

TEST_CASE("How far it went is read back: from the bar, or from what has moved") {
  for (const bool has_bar : {false, true}) {
    const auto before = window(100, has_bar);
    const auto route = route_scroll(scroll(down), named(before, "pane"), before);
    REQUIRE(route);
    const auto after = window(220, has_bar);
    const auto evidence = judge_scroll(scroll(down), *route, after.tree, Change::tree);
    CHECK(evidence.outcome == Outcome::confirmed);
    CHECK(evidence.kind == (has_bar ? "value_readback" : "tree_delta"));
    CHECK(evidence.explanation.find(has_bar ? "stands at 220" : "down by 120 pixels, 0.4 of a page") !=
          std::string::npos);
    CHECK(judge_scroll(scroll(down), *route, before.tree, Change::none).outcome == Outcome::unverified);
  }
}
