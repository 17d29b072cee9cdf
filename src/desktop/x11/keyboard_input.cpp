#include "desktop/x11/keyboard_input.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <xkbcommon/xkbcommon-keysyms.h>

#include "base/try.hpp"
#include "desktop/x11/hit_test.hpp"
#include "desktop/x11/other_hands.hpp"

namespace secondseat::x11 {
namespace {

// In one instant, with nobody's request in between; few enough that STOP comes soon, many enough that text is fast.
constexpr std::size_t characters_at_once = 16;

Task<Result<bool>> has_focus(XConnection& x, const Target& target) {
  const auto asked = xcb_get_input_focus(x.get());
  CO_TRY(const auto focus, co_await x.reply<xcb_get_input_focus_reply_t>(asked.sequence));
  if (focus->focus == XCB_INPUT_FOCUS_NONE || focus->focus == XCB_INPUT_FOCUS_POINTER_ROOT) co_return false;
  CO_TRY(const auto path, co_await windows_down_to(x, focus->focus));
  co_return reaches(path, target.client, target.application);
}

bool is_modifier(std::uint32_t keysym) {
  return (keysym >= XKB_KEY_Shift_L && keysym <= XKB_KEY_Hyper_R) || keysym == XKB_KEY_ISO_Level3_Shift ||
         keysym == XKB_KEY_Mode_switch;
}

/// With one of these held a key is a shortcut and no letter.
bool makes_shortcuts(std::uint32_t keysym) {
  return is_modifier(keysym) && keysym != XKB_KEY_Shift_L && keysym != XKB_KEY_Shift_R &&
         keysym != XKB_KEY_ISO_Level3_Shift && keysym != XKB_KEY_Mode_switch;
}

void add_once(std::vector<xcb_keycode_t>& keys, xcb_keycode_t key) {
  if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
}

}  // namespace

Task<Result<std::optional<Gesture>>> KeyboardInput::next(Seated seated) {
  CO_TRY_VOID(co_await present_place(seated.x, seated.target));
  CO_TRY_VOID(co_await refuse_other_hands(seated.x, seated.probe, Device::keyboard, seated.target));
  CO_TRY(const auto keyboard, co_await Keyboard::read(seated.x));
  CO_TRY(auto gesture, gesture_on(keyboard));
  CO_TRY(const bool focused, co_await has_focus(seated.x, seated.target));
  if (!focused) co_return std::nullopt;
  co_return std::move(gesture);
}

Error KeyboardInput::unreached() const {
  return {Layer::backend, ErrorCode::stale, "another window has the keyboard's focus",
          "Close what has come to the front, for example a dialog, then read the window again."};
}

Result<Gesture> ChordInput::gesture_on(const Keyboard& keyboard) {
  const bool is_shortcut = std::any_of(keysyms_.begin(), keysyms_.end(), makes_shortcuts);
  std::vector<xcb_keycode_t> keys;
  for (const auto keysym : keysyms_) {
    const auto* stroke = is_shortcut ? keyboard.find_uncapped(keysym) : keyboard.find(keysym);
    if (stroke == nullptr)
      return fail(Layer::backend, ErrorCode::unsupported, "the keyboard's layout has no key for one of these");
    for (const auto key : *stroke) add_once(keys, key);
  }
  return chord_of(keys);
}

Result<Gesture> TextInput::gesture_on(const Keyboard& keyboard) {
  for (auto at = sent_; at < keysyms_.size(); ++at) {
    if (keyboard.find(keysyms_[at]) == nullptr)
      return fail(Layer::backend, ErrorCode::unsupported,
                  fmt::format("the keyboard's layout cannot make the text's character {}", at + 1),
                  "set_value can put the text there.");
  }
  std::vector<Stroke> strokes;
  const auto end = std::min(keysyms_.size(), sent_ + characters_at_once);
  for (auto at = sent_; at < end; ++at) strokes.push_back(*keyboard.find(keysyms_[at]));
  return typing_of(strokes);
}

void TextInput::count_sent() { sent_ = std::min(keysyms_.size(), sent_ + characters_at_once); }

std::string TextInput::progress() const {
  return fmt::format("{} of the text's {} characters were sent", sent_, keysyms_.size());
}

}  // namespace secondseat::x11
