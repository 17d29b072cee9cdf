#include <unistd.h>

#include <algorithm>

#include "base/utf8.hpp"
#include "catch.hpp"
#include "desktop/asking.hpp"
#include "desktop/hostile_application.hpp"

using namespace secondseat;
using namespace secondseat::stage;

namespace {

std::size_t longest_string(const Node& node) {
  auto longest = std::max({node.name.size(), node.description.size(), node.text.size(), node.placeholder.size()});
  for (const auto& action : node.actions) longest = std::max(longest, action.size());
  return longest;
}

int depth_of(const Tree& tree, const Node& node) {
  int depth = 0;
  for (int above = node.parent; above >= 0; above = tree.nodes[static_cast<std::size_t>(above)].parent) ++depth;
  return depth;
}

template <class Holds>
bool all(const Tree& tree, Holds holds) {
  return std::ranges::all_of(tree.nodes, holds);
}

}  // namespace

TEST_CASE("whatever an application answers, what is read of it stays within its bounds") {
  const Stage stage;
  const HostileApplication hostile(stage.session_bus_address());
  Asking asking(stage);
  auto window = asking.only_window_of(::getpid());
  window.limits.nodes = 300;
  window.limits.depth = 20;
  window.limits.string_bytes = 1000;

  const auto tree = asking.tree(window);

  CHECK(tree.nodes.size() == 300);
  CHECK(tree.over_bound > 0);
  CHECK(tree.not_showing > 0);
  CHECK(all(tree, [&](const auto& node) { return depth_of(tree, node) <= 20; }));
  CHECK(all(tree, [&](const auto& node) { return longest_string(node) <= 1000 && node.actions.size() <= 32; }));
  CHECK(all(tree, [](const auto& node) { return base::is_utf8(node.name) && base::is_utf8(node.text); }));
  CHECK(all(tree, [](const auto& node) { return node.bounds == Rect{} && !node.value; }));
  CHECK(all(tree, [&](const auto& node) { return node.ref.text.starts_with(window.application.text + "/"); }));
  CHECK(all(tree, [](const auto& node) { return node.role != "password text" || node.text.empty(); }));
  CHECK(all(tree, [](const auto& node) { return node.children >= 0 && node.caret >= -1 && node.selection_end == -1; }));
  CHECK(all(tree, [](const auto& node) { return !node.ref.text.ends_with("/wrong"); }));
}

TEST_CASE("an action on an application that answers nonsense is refused before it is sent, or reported as refused") {
  const Stage stage;
  const HostileApplication hostile(stage.session_bus_address());
  Asking asking(stage);
  const auto window = asking.only_window_of(::getpid());
  Perform request;
  request.application = window.application;
  request.window = window.window;
  request.action = Invoke{window.window, "click"};
  request.expect = {"frame", "the name it had", {}};

  const auto performed = asking.perform(request);

  REQUIRE_FALSE(performed);
  CHECK(performed.error().code == ErrorCode::stale);
}
