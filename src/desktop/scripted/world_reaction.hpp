// How the applications of a World react to an action that reaches them. One thread.
#pragma once

#include "desktop/scripted/world.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::scripted {

/// What is said to the sender. `nothing` is an application that never answers, although it did what it was told.
enum class Reply { yes, no, nothing };

/// Like a toolkit: a disabled element and a read-only text say yes and do nothing, a number is clamped, a text is cut.
/// `receiver`: the id of the element that it reaches.
Reply react(World& world, const std::string& application, const std::string& receiver, const NativeAction& action);

}  // namespace secondseat::scripted
