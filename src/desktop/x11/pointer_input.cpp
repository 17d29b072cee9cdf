#include "desktop/x11/pointer_input.hpp"

#include <algorithm>

#include "base/try.hpp"
#include "desktop/x11/hit_test.hpp"
#include "desktop/x11/other_hands.hpp"

namespace secondseat::x11 {
namespace {

bool has_inside(const Rect& area, Point at) {
  return at.x >= area.x && at.y >= area.y && at.x < area.x + area.width && at.y < area.y + area.height;
}

/// An open menu is a window of its own, and the tree gives its items places in the window that it was opened from. A picture
/// shows none of it, so a point of a picture is never meant for it.
Task<Result<bool>> is_own_menu(Seated seated, std::vector<xcb_window_t> path) {
  const auto is_own = [&application = seated.target.application](xcb_window_t window) {
    return application.own(window);
  };
  if (seated.target.frame || path.empty() || !std::all_of(path.begin(), path.end(), is_own)) co_return false;
  const auto asked = xcb_get_window_attributes(seated.x.get(), path.front());
  CO_TRY(const auto attributes, co_await seated.x.reply<xcb_get_window_attributes_reply_t>(asked.sequence));
  co_return attributes->override_redirect != 0;
}

Task<Result<bool>> is_hit(Seated seated, Point on_root) {
  CO_TRY(auto path, co_await windows_at(seated.x, on_root));
  if (reaches(path, seated.target.client, seated.target.application)) co_return true;
  co_return co_await is_own_menu(seated, std::move(path));
}

/// The same with the buttons that come out as those that are meant: a left-handed user may have exchanged them.
Task<Result<Gesture>> as_mapped(XConnection& x, Gesture gesture) {
  const auto asked = xcb_get_pointer_mapping(x.get());
  CO_TRY(const auto mapping, co_await x.reply<xcb_get_pointer_mapping_reply_t>(asked.sequence));
  const auto* first = xcb_get_pointer_mapping_map(mapping.get());
  const auto* end = first + xcb_get_pointer_mapping_map_length(mapping.get());
  for (auto& event : gesture.events) {
    if (event.type != XCB_BUTTON_PRESS && event.type != XCB_BUTTON_RELEASE) continue;
    const auto* found = std::find(first, end, event.detail);
    if (found == end)
      co_return fail(Layer::backend, ErrorCode::unsupported, "the pointer has no such button in this session");
    event.detail = static_cast<std::uint8_t>(found - first + 1);
  }
  co_return gesture;
}

}  // namespace

Task<Result<std::optional<Gesture>>> PointerInput::next(Seated seated) {
  auto& x = seated.x;
  CO_TRY(const auto place, co_await present_place(x, seated.target));
  const Rect screen{0, 0, x.screen().width_in_pixels, x.screen().height_in_pixels};
  std::vector<Point> on_root;
  for (const auto at : in_window_) {
    if (!has_inside(Rect{0, 0, place.width, place.height}, at))
      co_return fail(Layer::client, ErrorCode::invalid_argument, "the point is outside the window");
    on_root.push_back(Point{place.x + at.x, place.y + at.y});
    if (!has_inside(screen, on_root.back()))
      co_return fail(Layer::backend, ErrorCode::unsupported, "this part of the window is outside the screen");
  }
  CO_TRY_VOID(co_await refuse_other_hands(x, seated.probe, Device::pointer, seated.target));
  for (const auto at : on_root) {
    CO_TRY(const bool hit, co_await is_hit(seated, at));
    if (!hit) co_return std::nullopt;
  }
  auto gesture = make_(on_root);
  co_return co_await as_mapped(x, std::move(gesture));
}

Error PointerInput::unreached() const {
  return {Layer::backend, ErrorCode::stale,
          "the point belongs to another window, which could not be got out of the way",
          "Nothing was sent. Close or move what covers the window, for example a dialog, then read it again."};
}

}  // namespace secondseat::x11
