#include "desktop/x11/window_place.hpp"

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

NativeRef frame_of(xcb_window_t window, const Rect& on_root) {
  return NativeRef{fmt::format("{:#x} {},{} {}x{}", window, on_root.x, on_root.y, on_root.width, on_root.height)};
}

}  // namespace secondseat::x11
