// OtherHands: who else is using the pointer or the keyboard right now. What we press would mix with what the user holds, and
// would go to whoever has grabbed the device. True only while the server is grabbed. AX thread only.
#pragma once

#include "desktop/x11/target.hpp"

namespace secondseat::x11 {

enum class Device { pointer, keyboard };

/// A window that is never shown: the server tells who asks to grab a device for it only whether somebody else has it.
xcb_window_t new_probe(XConnection& x);

/// ErrorCode::busy, with a sentence, unless the device is free, or held by an open menu of the target's own application.
Task<Result<void>> refuse_other_hands(XConnection& x, xcb_window_t probe, Device device, const Target& target);

}  // namespace secondseat::x11
