// The deeds of the small language in which worlds say what an action does (Effect in world.hpp). One thread.
#pragma once

#include "desktop/scripted/world.hpp"

namespace secondseat::scripted {

/// A target that an earlier deed removed is left in peace. Makes no row beyond the bounds of a world.
void happen(WorldApplication& application, const Effect& effect);

}  // namespace secondseat::scripted
