// The part of Walk that deals with what has more children than anybody should ask for: lists, tables and trees, of which the rows in the
// viewport are wanted, and panels, of which the first are better than nothing.
#include <algorithm>
#include <utility>

#include "desktop/atspi/interfaces.hpp"
#include "desktop/atspi/walk.hpp"

namespace secondseat::atspi {
namespace {

constexpr int most_rows = 400;      // of one list, in one reading
constexpr int most_abreast = 1000;  // of what is no list
constexpr int margin = 2;           // rows that only touch the edge

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

Task<std::optional<int>> Walk::row_at(int list, int x, int y) {
  const auto& address = at(list).address;
  auto& bus = connection_.bus();
  auto request = bus.request(address.bus_name, address.path, names::component, "GetAccessibleAtPoint");
  const auto coordinates = origin_ ? Coordinates::screen : Coordinates::window;
  if (request)
    sd_bus_message_append(request.get(), "iiu", x + (origin_ ? origin_->x : 0), y + (origin_ ? origin_->y : 0),
                          static_cast<std::uint32_t>(coordinates));
  auto asked = bus.send(std::move(request));
  if (!asked.has_arrived()) co_await asked.wait();
  auto reply = answer(asked);
  const auto hit = reply ? reply->as_element() : std::nullopt;
  if (!hit || hit->bus_name != address.bus_name || *hit == address) co_return std::nullopt;
  auto placed = connection_.ask(*hit, names::accessible, "GetIndexInParent");
  if (!placed.has_arrived()) co_await placed.wait();
  auto place_reply = answer(placed);
  const auto index = place_reply ? place_reply->as_int() : std::nullopt;
  if (!index || *index < 0 || *index >= at(list).node.children) co_return std::nullopt;
  // What was hit may be something inside a row; then the place is not the row's.
  auto checked = child_at(list, *index);
  if (!checked.has_arrived()) co_await checked.wait();
  auto check_reply = answer(checked);
  const auto there = check_reply ? check_reply->as_element() : std::nullopt;
  if (!there || *there != *hit) co_return std::nullopt;
  co_return *index;
}

// GTK 3 knows no place of a row that is scrolled away, but which row is at a point; GTK 4 the other way round.
Task<Walk::Rows> Walk::rows_in(int list, Rect viewport) {
  constexpr int inside = 3;
  Rows rows;
  const int lower = viewport.y + viewport.height;
  if (dialect_ != Dialect::gtk4) {
    rows.first = co_await row_at(list, viewport.x + inside, viewport.y + inside);
    if (rows.first) rows.last = co_await row_at(list, viewport.x + viewport.width - inside, lower - inside);
    if (rows.first && rows.last) co_return rows;
  }
  const auto first = co_await first_row_below(list, viewport.y);
  if (!first) co_return rows;
  rows.first = first;
  rows.last = co_await first_row_below(list, lower);
  co_return rows;
}

Task<void> Walk::open_long_list(int list) {
  const bool has_rows = may_be_long(at(list));
  Rows rows;
  if (has_rows) rows = co_await rows_in(list, viewport_of(list));
  const int children = at(list).node.children;
  // Where neither helps, the beginning is better than nothing.
  const int first = std::clamp(rows.first.value_or(0) - margin, 0, children);
  const int last = rows.first ? rows.last.value_or(children) + margin : children;
  const int end = std::min({children, last + 1, first + (has_rows ? most_rows : most_abreast)});
  std::vector<Call> asked;
  for (int row = first; row < end; ++row) asked.push_back(child_at(list, row));
  for (auto& row : asked)
    if (!row.has_arrived()) co_await row.wait();
  for (int row = first; row < end; ++row) {
    auto reply = answer(asked[static_cast<std::size_t>(row - first)]);
    const auto child = reply ? reply->as_element() : std::nullopt;
    if (child) add_child(list, *child, row);
  }
  (has_rows ? not_showing_ : over_bound_) += children - std::max(0, end - first);
}

}  // namespace secondseat::atspi
