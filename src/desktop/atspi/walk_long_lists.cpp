// The part of Walk that deals with lists, tables and trees of more children than anybody should ask for.
#include <algorithm>
#include <utility>

#include "desktop/atspi/interfaces.hpp"
#include "desktop/atspi/walk.hpp"

namespace secondseat::atspi {
namespace {

constexpr int most_rows = 400;  // of one list, in one reading
constexpr int margin = 2;       // rows that only touch the edge

int bottom(const Rect& rect) { return rect.y + rect.height; }

Rect intersection(const Rect& a, const Rect& b) {
  const int x = std::max(a.x, b.x);
  const int y = std::max(a.y, b.y);
  const int width = std::min(a.x + a.width, b.x + b.width) - x;
  const int height = std::min(bottom(a), bottom(b)) - y;
  return width > 0 && height > 0 ? Rect{x, y, width, height} : Rect{};
}

}  // namespace

Rect Walk::viewport_of(int index) {
  auto visible = at(index).node.bounds;
  for (auto above = at(index).parent; above >= 0; above = at(above).parent) {
    const auto& bounds = at(above).node.bounds;
    if (bounds.width > 0 && bounds.height > 0) visible = intersection(visible, bounds);
  }
  return visible;
}

bool Walk::is_scrolled_away(int index) {
  const auto& element = at(index);
  for (auto above = element.parent; above >= 0; above = at(above).parent) {
    const auto& scroller = at(above).node;
    if (scroller.role != "scroll pane" || scroller.bounds == Rect{}) continue;
    if (intersection(element.node.bounds, scroller.bounds) == Rect{}) return true;
  }
  return false;
}

Call Walk::child_at(int parent, int index_in_parent) {
  const auto& address = at(parent).address;
  auto request = connection_.bus().request(address.bus_name, address.path, names::accessible, "GetChildAtIndex");
  if (request) sd_bus_message_append(request.get(), "i", index_in_parent);
  return connection_.bus().send(std::move(request));
}

Task<std::optional<Rect>> Walk::bounds_of_child(int parent, int index_in_parent) {
  auto asked = child_at(parent, index_in_parent);
  if (!asked.has_arrived()) co_await asked.wait();
  auto reply = answer(asked);
  const auto child = reply ? reply->as_element() : std::nullopt;
  if (!child || child->bus_name != at(parent).address.bus_name) co_return std::nullopt;
  auto measured = extents_of(*child, origin_ ? Coordinates::screen : Coordinates::window);
  if (!measured.has_arrived()) co_await measured.wait();
  auto extents_reply = answer(measured);
  const auto extents = extents_reply ? extents_reply->as_extents() : std::nullopt;
  if (!extents) co_return std::nullopt;
  co_return in_window(to_rect(*extents));
}

// Rows lie one below the other, so the first that ends below a line is found by halving.
Task<std::optional<int>> Walk::first_row_below(int list, int line) {
  int low = 0;
  int high = at(list).node.children;
  while (low < high && !failure_) {
    const int middle = low + (high - low) / 2;
    const auto bounds = co_await bounds_of_child(list, middle);
    if (!bounds || *bounds == Rect{}) co_return std::nullopt;  // a row without a place
    if (bottom(*bounds) > line)
      high = middle;
    else
      low = middle + 1;
  }
  co_return low;
}

Task<void> Walk::open_long_list(int list) {
  const auto viewport = viewport_of(list);
  const int children = at(list).node.children;
  const auto first_showing = co_await first_row_below(list, viewport.y);
  const auto last_showing = co_await first_row_below(list, viewport.y + viewport.height);
  // Where places do not help, the beginning is better than nothing.
  const int first = std::max(0, std::min(first_showing && last_showing ? *first_showing : 0, children) - margin);
  const int end =
      std::min({children, first_showing ? last_showing.value_or(children) + margin + 1 : children, first + most_rows});
  std::vector<Call> rows;
  for (int row = first; row < end; ++row) rows.push_back(child_at(list, row));
  for (auto& row : rows)
    if (!row.has_arrived()) co_await row.wait();
  for (int row = first; row < end; ++row) {
    auto reply = answer(rows[static_cast<std::size_t>(row - first)]);
    const auto child = reply ? reply->as_element() : std::nullopt;
    if (child) add_child(list, *child, row);
  }
  not_showing_ += children - std::max(0, end - first);
}

}  // namespace secondseat::atspi
