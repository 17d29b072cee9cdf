#include "desktop/x11/keyboard_state.hpp"

#include "base/try.hpp"
#include "desktop/x11/xcb_xkb.hpp"

namespace secondseat::x11 {

Task<Result<KeyboardState>> keyboard_state(XConnection& x) {
  const auto asked = xcb_xkb_get_state(x.get(), XCB_XKB_ID_USE_CORE_KBD);
  CO_TRY(const auto now, co_await x.reply<xcb_xkb_get_state_reply_t>(asked.sequence));
  KeyboardState state;
  state.modifier_held = now->baseMods != 0 || now->latchedMods != 0 || now->baseGroup != 0 || now->latchedGroup != 0;
  state.locked = now->lockedMods;
  state.layout = now->group;
  state.device = now->deviceID;
  co_return state;
}

}  // namespace secondseat::x11
