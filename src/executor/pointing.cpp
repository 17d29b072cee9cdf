#include "executor/pointing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "base/try.hpp"
#include "executor/route.hpp"

namespace secondseat::executor {
namespace {

std::optional<Rect> common_part(const Rect& one, const Rect& other) {
  const auto end = [](int start, int length) { return std::int64_t{start} + length; };
  const auto left = std::max(one.x, other.x);
  const auto top = std::max(one.y, other.y);
  const auto right = std::min(end(one.x, one.width), end(other.x, other.width));
  const auto bottom = std::min(end(one.y, one.height), end(other.y, other.height));
  if (right <= left || bottom <= top) return std::nullopt;
  return Rect{left, top, static_cast<int>(right - left), static_cast<int>(bottom - top)};
}

Result<Pointed> point_at_pixel(Pixel pixel, const WindowState& state) {
  if (!state.picture)
    return fail(Layer::client, ErrorCode::invalid_argument,
                "this state came without a screenshot, so x and y mean nothing",
                "Name an element, or read the window with a screenshot first.");
  const auto& picture = *state.picture;
  const bool is_inside = pixel.x >= 0 && pixel.y >= 0 && pixel.x < picture.width && pixel.y < picture.height;
  if (!is_inside)
    return fail(Layer::client, ErrorCode::invalid_argument,
                fmt::format("({}, {}) is not in the screenshot, which is {}×{}", pixel.x, pixel.y, picture.width,
                            picture.height));
  const auto in_window = [&picture](int of_pixel, int origin) {
    return origin + static_cast<int>(std::floor((of_pixel + 0.5) / picture.scale));  // the middle of the pixel
  };
  return Pointed{state.window.ref, Point{in_window(pixel.x, picture.origin.x), in_window(pixel.y, picture.origin.y)},
                 picture.frame, std::nullopt};
}

}  // namespace

std::optional<Rect> visible_part(const Tree& tree, const Node& node) {
  if (node.bounds.width <= 0 || node.bounds.height <= 0) return std::nullopt;
  std::optional<Rect> visible = node.bounds;
  for (int around = node.parent; around >= 0 && visible;) {
    const auto& container = tree.nodes[static_cast<std::size_t>(around)];
    const bool has_a_place =
        container.bounds.width > 0 && container.bounds.height > 0;  // some toolkits' groups have none
    if (has_a_place) visible = common_part(*visible, container.bounds);
    around = container.parent;
  }
  return visible;
}

Result<Pointed> point_at(const Node& node, const WindowState& state) {
  const auto visible = visible_part(state.tree, node);
  if (!visible)
    return refuse(node, "cannot be reached by the pointer, because nothing of it is visible",
                  "Scroll it into view, or make the window larger.");
  return Pointed{node.ref, Point{visible->x + visible->width / 2, visible->y + visible->height / 2}, std::nullopt,
                 Landmark{node.ref, node.bounds}};
}

Result<Pointed> point_at(const Target& target, const WindowState& state) {
  if (const auto* number = std::get_if<int>(&target)) {
    SS_TRY(const auto node, state.element(*number));
    return point_at(*node, state);
  }
  return point_at_pixel(std::get<Pixel>(target), state);
}

}  // namespace secondseat::executor
