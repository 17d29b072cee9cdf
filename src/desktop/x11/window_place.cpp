#include "desktop/x11/window_place.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "base/try.hpp"

namespace secondseat::x11 {

Task<Result<Rect>> place_of(XConnection& x, xcb_window_t window) {
  const auto size_asked = xcb_get_geometry(x.get(), window);
  const auto place_asked = xcb_translate_coordinates(x.get(), window, x.screen().root, 0, 0);
  CO_TRY(const auto size, co_await x.reply<xcb_get_geometry_reply_t>(size_asked.sequence));
  CO_TRY(const auto place, co_await x.reply<xcb_translate_coordinates_reply_t>(place_asked.sequence));
  co_return Rect{place->dst_x, place->dst_y, size->width, size->height};
}

Task<Result<Rect>> part_in_tree(XConnection& x, xcb_window_t window, Rect place, Rect size) {
  const auto asked = xcb_get_property(x.get(), 0, window, x.atoms().frame_extents, XCB_ATOM_CARDINAL, 0, 4);
  CO_TRY(const auto extents, co_await x.reply<xcb_get_property_reply_t>(asked.sequence));
  const Rect all{0, 0, place.width, place.height};
  if (extents->format != 32 || xcb_get_property_value_length(extents.get()) != 16) co_return all;
  const auto* sides = static_cast<const std::uint32_t*>(xcb_get_property_value(extents.get()));
  const std::int64_t left = sides[0], right = sides[1], top = sides[2], bottom = sides[3];
  if (size.width + left + right != place.width || size.height + top + bottom != place.height) co_return all;
  co_return Rect{static_cast<int>(left), static_cast<int>(top), size.width, size.height};
}

NativeRef frame_of(xcb_window_t window, const Rect& on_root) {
  return NativeRef{fmt::format("{:#x} {},{} {}x{}", window, on_root.x, on_root.y, on_root.width, on_root.height)};
}

}  // namespace secondseat::x11
