#include "desktop/x11/keyboard.hpp"

#include <algorithm>
#include <memory>

#include <xkbcommon/xkbcommon-keysyms.h>
#include <xkbcommon/xkbcommon-x11.h>
#include <xkbcommon/xkbcommon.h>

#include "base/try.hpp"
#include "desktop/x11/keyboard_state.hpp"

namespace secondseat::x11 {
namespace {

struct Release {
  void operator()(xkb_context* context) const { xkb_context_unref(context); }
  void operator()(xkb_keymap* keymap) const { xkb_keymap_unref(keymap); }
  void operator()(xkb_state* state) const { xkb_state_unref(state); }
};
using Context = std::unique_ptr<xkb_context, Release>;
using Keymap = std::unique_ptr<xkb_keymap, Release>;
using KeyState = std::unique_ptr<xkb_state, Release>;

struct Locks {
  xkb_mod_mask_t modifiers = 0;
  xkb_layout_index_t layout = 0;
};

tl::unexpected<Error> no_layout() {
  return fail(Layer::backend, ErrorCode::unsupported, "the X server does not say what its keyboard's layout is");
}

KeyState state_with(xkb_keymap* keymap, Locks locks, const std::vector<xcb_keycode_t>& down) {
  KeyState state(xkb_state_new(keymap));
  if (!state) return state;
  xkb_state_update_mask(state.get(), 0, 0, locks.modifiers, 0, 0, locks.layout);
  for (const auto key : down) xkb_state_update_key(state.get(), key, XKB_KEY_DOWN);
  return state;
}

/// What the server has for keys: X knows no codes beyond 255.
template <class Use>
void each_key(xkb_keymap* keymap, Use use) {
  const auto last = std::min<xkb_keycode_t>(xkb_keymap_max_keycode(keymap), 255);
  for (auto key = xkb_keymap_min_keycode(keymap); key <= last; ++key) use(static_cast<xcb_keycode_t>(key));
}

/// 0 if there is none.
xcb_keycode_t key_of(xkb_keymap* keymap, const KeyState& state, std::initializer_list<std::uint32_t> keysyms) {
  for (const auto wanted : keysyms) {
    xcb_keycode_t found = 0;
    each_key(keymap, [&found, &state, wanted](xcb_keycode_t key) {
      if (found == 0 && xkb_state_key_get_one_sym(state.get(), key) == wanted) found = key;
    });
    if (found != 0) return found;
  }
  return 0;
}

constexpr xkb_keysym_t by_number = 0x01000000;  // and above: a character by its number in Unicode

/// What every key gives with nothing held, then with Shift, with AltGr and with both: the first that gives a keysym stays.
std::unordered_map<std::uint32_t, Stroke> strokes_of(xkb_keymap* keymap, Locks locks) {
  std::unordered_map<std::uint32_t, Stroke> strokes;
  const auto free = state_with(keymap, locks, {});
  if (!free) return strokes;
  const auto shift = key_of(keymap, free, {XKB_KEY_Shift_L, XKB_KEY_Shift_R});
  const auto third = key_of(keymap, free, {XKB_KEY_ISO_Level3_Shift, XKB_KEY_Mode_switch});
  std::vector<Stroke> ways{{}};
  if (shift != 0) ways.push_back({shift});
  if (third != 0) ways.push_back({third});
  if (shift != 0 && third != 0) ways.push_back({shift, third});
  for (const auto& held : ways) {
    const auto state = state_with(keymap, locks, held);
    each_key(keymap, [&strokes, &state, &held](xcb_keycode_t key) {
      const auto keysym = xkb_state_key_get_one_sym(state.get(), key);
      if (keysym == XKB_KEY_NoSymbol) return;
      auto stroke = held;
      stroke.push_back(key);
      // A layout may call a character by its number where it has a name.
      for (const auto name : {keysym, xkb_utf32_to_keysym(xkb_keysym_to_utf32(keysym))})
        if (name == keysym || keysym >= by_number) strokes.try_emplace(name, stroke);
    });
  }
  return strokes;
}

const Stroke* find_in(const std::unordered_map<std::uint32_t, Stroke>& strokes, std::uint32_t keysym) {
  const auto found = strokes.find(keysym);
  return found == strokes.end() ? nullptr : &found->second;
}

}  // namespace

Result<void> Keyboard::prepare(XConnection& x) {
  const int asked =
      xkb_x11_setup_xkb_extension(x.get(), XKB_X11_MIN_MAJOR_XKB_VERSION, XKB_X11_MIN_MINOR_XKB_VERSION,
                                  XKB_X11_SETUP_XKB_EXTENSION_NO_FLAGS, nullptr, nullptr, nullptr, nullptr);
  if (asked == 0) return no_layout();
  return {};
}

Task<Result<Keyboard>> Keyboard::read(XConnection& x) {
  CO_TRY(const auto state, co_await keyboard_state(x));
  // No include paths and no names from the environment: the layout is the server's, complete.
  const Context context(xkb_context_new(
      static_cast<xkb_context_flags>(XKB_CONTEXT_NO_DEFAULT_INCLUDES | XKB_CONTEXT_NO_ENVIRONMENT_NAMES)));
  if (!context) co_return no_layout();
  xkb_context_set_log_level(context.get(), XKB_LOG_LEVEL_CRITICAL);  // what it logs of a server's layout helps nobody
  const Keymap keymap(
      xkb_x11_keymap_new_from_device(context.get(), x.get(), state.device, XKB_KEYMAP_COMPILE_NO_FLAGS));
  if (!keymap) co_return no_layout();
  const Locks locks{state.locked, state.layout};
  auto without_caps = locks;
  without_caps.modifiers &= ~static_cast<xkb_mod_mask_t>(XCB_MOD_MASK_LOCK);
  Keyboard keyboard;
  keyboard.strokes_ = strokes_of(keymap.get(), locks);
  keyboard.uncapped_ = strokes_of(keymap.get(), without_caps);
  co_return keyboard;
}

const Stroke* Keyboard::find(std::uint32_t keysym) const { return find_in(strokes_, keysym); }
const Stroke* Keyboard::find_uncapped(std::uint32_t keysym) const { return find_in(uncapped_, keysym); }

}  // namespace secondseat::x11
