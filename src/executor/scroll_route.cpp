#include "executor/scroll_route.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/try.hpp"
#include "executor/find_node.hpp"
#include "executor/pointing.hpp"

namespace secondseat::executor {
namespace {

using Direction = Scroll::Direction;

constexpr std::string_view pane = "scroll pane";
constexpr std::array<std::string_view, 10> scrolling_roles{
    "document web", "document text", "document frame", "list", "list box",
    "table",        "tree",          "tree table",     "text", "terminal"};
constexpr std::size_t watched_at_most = 200;
constexpr int most_notches = 100;

bool scrolls_by_itself(const Node& node) {
  return std::find(scrolling_roles.begin(), scrolling_roles.end(), node.role) != scrolling_roles.end();
}

bool is_vertical(Direction direction) { return direction == Direction::up || direction == Direction::down; }
bool is_forward(Direction direction) { return direction == Direction::down || direction == Direction::right; }
std::string_view to_string(Direction direction) {
  switch (direction) {
    case Direction::up: return "up";
    case Direction::down: return "down";
    case Direction::left: return "left";
    case Direction::right: return "right";
  }
  return "";
}

std::int64_t area_of(const std::optional<Rect>& part) { return part ? std::int64_t{part->width} * part->height : 0; }

/// Its nearest pane, which has the scroll bars; else the outermost that scrolls by itself; else the node.
const Node& area_around(const Tree& tree, const Node& node) {
  const Node* scrolls = nullptr;
  for (const auto* at = &node;;) {
    if (at->role == pane) return *at;
    if (scrolls_by_itself(*at)) scrolls = at;
    if (at->parent < 0) break;
    at = &tree.nodes[static_cast<std::size_t>(at->parent)];
  }
  return scrolls == nullptr ? node : *scrolls;
}

const Node& largest_area(const Tree& tree) {
  const Node* largest = &tree.nodes.front();
  std::int64_t most = 0;
  for (const auto& node : tree.nodes) {
    if (node.role != pane && !scrolls_by_itself(node)) continue;
    const auto visible = area_of(visible_part(tree, node));
    if (visible > most) largest = &node;
    most = std::max(most, visible);
  }
  return *largest;
}

std::vector<const Node*> inside(const Tree& tree, const Node& area) {
  std::vector<bool> is_inside(tree.nodes.size(), false);
  std::vector<const Node*> found;
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    const auto& node = tree.nodes[at];
    const auto parent = static_cast<std::size_t>(node.parent);
    const bool belongs = node.parent >= 0 && (&tree.nodes[parent] == &area || is_inside[parent]);
    is_inside[at] = belongs;
    if (belongs) found.push_back(&node);
  }
  return found;
}

ScrollWatch watch(const Tree& tree, const Node& area, Direction direction) {
  ScrollWatch made;
  const auto visible = visible_part(tree, area).value_or(area.bounds);
  made.page = is_vertical(direction) ? visible.height : visible.width;
  for (const auto* node : inside(tree, area)) {
    if (node->role != "scroll bar") {
      if (made.content.size() < watched_at_most) made.content.push_back({node->ref, node->bounds});
      continue;
    }
    const bool stands = node->bounds.height > node->bounds.width;
    const bool is_its_own = &tree.nodes[static_cast<std::size_t>(node->parent)] == &area;
    const bool has_range = node->value && node->value->maximum > node->value->minimum;
    if (is_its_own && has_range && stands == is_vertical(direction)) made.bar = *node;
  }
  return made;
}

/// GTK's bars count in pixels of what they scroll.
Result<Route> by_bar(const Node& bar, const Scroll& scroll, int page) {
  const auto& range = *bar.value;
  const double by = (is_forward(scroll.direction) ? 1 : -1) * scroll.pages * page;
  const double wanted = std::clamp(range.current + by, range.minimum, range.maximum);
  if (wanted == range.current)
    return fail(Layer::application, ErrorCode::unsupported,
                fmt::format("this cannot scroll {} any further", to_string(scroll.direction)),
                "It is at its end already.");
  return Route{"scroll bar", SetNumber{bar.ref, wanted}, expecting(bar, {State::showing, State::enabled})};
}

/// As many notches as toolkits take for so many pixels: none says how far one goes, so what is reported is what moved.
TurnWheel notches(const Pointed& pointed, const Scroll& scroll, int page) {
  const double one = std::pow(std::max(page, 1), 2.0 / 3.0);
  const int number = std::clamp(static_cast<int>(std::lround(scroll.pages * page / one)), 1, most_notches);
  const int directed = is_forward(scroll.direction) ? number : -number;
  return is_vertical(scroll.direction) ? TurnWheel{pointed.element, pointed.at, 0, directed}
                                       : TurnWheel{pointed.element, pointed.at, directed, 0};
}

/// How far the content went in the direction asked for, in pixels: as most of what moved at all.
int moved(const ScrollWatch& watched, const Scroll& scroll, const Tree& after) {
  std::vector<int> distances;
  for (const auto& before : watched.content) {
    const auto* now = find_node(after, before.element);
    if (now == nullptr) continue;
    const int distance =
        is_vertical(scroll.direction) ? now->bounds.y - before.bounds.y : now->bounds.x - before.bounds.x;
    if (distance != 0) distances.push_back(is_forward(scroll.direction) ? -distance : distance);
  }
  if (distances.empty()) return 0;
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  return *middle;
}

}  // namespace

const Node& scrolling_area(const Tree& tree, const Node& node) {
  return node.parent < 0 ? largest_area(tree) : area_around(tree, node);
}

Result<Route> route_scroll(const Scroll& scroll, const Node& subject, const WindowState& state) {
  SS_TRY_VOID(answers(subject));
  const auto& area = scrolling_area(state.tree, subject);
  auto watched = watch(state.tree, area, scroll.direction);
  Route route;
  if (area.role == pane && watched.bar) {
    SS_TRY(route, by_bar(*watched.bar, scroll, watched.page));
  } else {
    SS_TRY(auto pointed, point_at(subject, state));
    route =
        Route{"wheel", notches(pointed, scroll, watched.page), expecting(subject, {State::showing, State::enabled})};
    route.in_place.push_back(*std::move(pointed.landmark));
  }
  route.watch = std::move(watched);
  return route;
}

Evidence judge_scroll(const Scroll& scroll, const Route& route, const Tree& after, Change change) {
  if (change == Change::window) return {Outcome::confirmed, "window_change", ""};
  const auto& watched = *route.watch;
  const auto* bar = watched.bar ? find_node(after, watched.bar->ref) : nullptr;
  if (bar != nullptr && bar->value) {
    const double from = watched.bar->value->current;
    const double to = bar->value->current;
    const bool went = is_forward(scroll.direction) ? to > from : to < from;
    const auto where = fmt::format("The scroll bar stands at {:.6g}, of {:.6g} to {:.6g}; it stood at {:.6g}.", to,
                                   bar->value->minimum, bar->value->maximum, from);
    return {went ? Outcome::confirmed : Outcome::unverified, "value_readback", where};
  }
  const int distance = moved(watched, scroll, after);
  if (distance > 0)
    return {Outcome::confirmed, "tree_delta",
            fmt::format("It scrolled {} by {} pixels, {:.2g} of a page.", to_string(scroll.direction), distance,
                        static_cast<double>(distance) / std::max(watched.page, 1))};
  if (change == Change::tree)
    return {Outcome::confirmed, "tree_delta", "The window has changed; how far it scrolled cannot be told."};
  return {Outcome::unverified, "", "Nothing has moved; it may be at its end."};
}

}  // namespace secondseat::executor
