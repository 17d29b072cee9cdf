// KeyChord: keys that are pressed together, as people and xdotool write them: "ctrl+shift+t", "Return", "alt+F4", "é". Pure; any
// thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "secondseat/error.hpp"

namespace secondseat::desktop {

/// X keysyms in the order of pressing: modifiers, then the one key. Names of keys and modifiers are taken in any case, a single
/// letter as it is: "A" is shift and "a". A lone modifier is a key like any other.
///
/// Refused as invalid_argument: what is no key, a modifier that does not exist, more than one key. Refused as denied: keys that
/// are for the session and not for an application (locks, volume, power, another console, the end of the X server).
Result<std::vector<std::uint32_t>> parse_key_chord(std::string_view text);

}  // namespace secondseat::desktop
