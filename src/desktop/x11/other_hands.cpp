#include "desktop/x11/other_hands.hpp"

#include <algorithm>
#include <iterator>

#include "base/try.hpp"
#include "desktop/x11/hit_test.hpp"
#include "desktop/x11/keyboard_state.hpp"

namespace secondseat::x11 {
namespace {

tl::unexpected<Error> in_use(std::string by_whom) {
  return fail(Layer::backend, ErrorCode::busy, std::move(by_whom),
              "Nothing was sent. Wait until it is free, then read the window again.");
}

Task<Result<void>> refuse_held_buttons(XConnection& x) {
  constexpr unsigned buttons =
      XCB_BUTTON_MASK_1 | XCB_BUTTON_MASK_2 | XCB_BUTTON_MASK_3 | XCB_BUTTON_MASK_4 | XCB_BUTTON_MASK_5;
  const auto asked = xcb_query_pointer(x.get(), x.screen().root);
  CO_TRY(const auto pointer, co_await x.reply<xcb_query_pointer_reply_t>(asked.sequence));
  if ((pointer->mask & buttons) != 0) co_return in_use("the user is holding a mouse button");
  co_return Result<void>();
}

/// Modifiers change what a click means as well; what is locked (Caps Lock, a layout) is a condition and no hand.
Task<Result<void>> refuse_held_modifiers(XConnection& x) {
  CO_TRY(const auto state, co_await keyboard_state(x));
  if (state.modifier_held) co_return in_use("the user is holding a modifier key");
  co_return Result<void>();
}

Task<Result<void>> refuse_held_keys(XConnection& x) {
  const auto asked = xcb_query_keymap(x.get());
  CO_TRY(const auto keys, co_await x.reply<xcb_query_keymap_reply_t>(asked.sequence));
  const auto is_down = [](std::uint8_t eight) { return eight != 0; };
  if (std::any_of(std::begin(keys->keys), std::end(keys->keys), is_down))
    co_return in_use("the user is pressing a key");
  co_return Result<void>();
}

/// The server looks first at who has the device and then at the window, which it could not grab it for anyway.
Task<Result<bool>> is_grabbed(XConnection& x, xcb_window_t probe, Device device) {
  constexpr auto async = XCB_GRAB_MODE_ASYNC;
  if (device == Device::pointer) {
    const auto asked = xcb_grab_pointer(x.get(), 0, probe, 0, async, async, XCB_NONE, XCB_NONE, XCB_CURRENT_TIME);
    CO_TRY(const auto grab, co_await x.reply<xcb_grab_pointer_reply_t>(asked.sequence));
    co_return grab->status == XCB_GRAB_STATUS_ALREADY_GRABBED;
  }
  const auto asked = xcb_grab_keyboard(x.get(), 0, probe, XCB_CURRENT_TIME, async, async);
  CO_TRY(const auto grab, co_await x.reply<xcb_grab_keyboard_reply_t>(asked.sequence));
  co_return grab->status == XCB_GRAB_STATUS_ALREADY_GRABBED;
}

}  // namespace

xcb_window_t new_probe(XConnection& x) {
  const auto probe = x.new_id();
  xcb_create_window(x.get(), 0, probe, x.screen().root, -1, -1, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY,
                    XCB_COPY_FROM_PARENT, 0, nullptr);
  return probe;
}

Task<Result<void>> refuse_other_hands(XConnection& x, xcb_window_t probe, Device device, const Target& target) {
  CO_TRY_VOID(co_await refuse_held_buttons(x));
  CO_TRY_VOID(co_await refuse_held_modifiers(x));
  if (device == Device::keyboard) {
    CO_TRY_VOID(co_await refuse_held_keys(x));
  }
  CO_TRY(const bool grabbed, co_await is_grabbed(x, probe, device));
  if (!grabbed) co_return Result<void>();
  CO_TRY(const bool own_menu, co_await has_open_menu(x, target.application));
  if (own_menu) co_return Result<void>();
  co_return in_use(device == Device::pointer ? "another program has the pointer to itself, as an open menu does"
                                             : "another program has the keyboard to itself, as an open menu does");
}

}  // namespace secondseat::x11
