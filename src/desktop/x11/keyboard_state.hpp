// KeyboardState: what is held and what is locked on the keyboard that everybody uses. AX thread only.
#pragma once

#include <cstdint>

#include "desktop/x11/x_connection.hpp"

namespace secondseat::x11 {

struct KeyboardState {
  bool modifier_held = false;  ///< or latched by sticky keys, to hold for the next key
  std::uint8_t locked = 0;     ///< modifiers: Caps Lock, Num Lock
  std::uint8_t layout = 0;     ///< which one, where there are several
  std::uint8_t device = 0;     ///< the keyboard
};

/// Only after Keyboard::prepare().
Task<Result<KeyboardState>> keyboard_state(XConnection& x);

}  // namespace secondseat::x11
