// Which element of a World an action reaches: the one it names, or the one that is under the pointer or has the focus. One thread.
#pragma once

#include <string>

#include "desktop/scripted/world.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::scripted {

/// The window or the element that the action names.
const NativeRef& target_of(const NativeAction& action);

/// The id of the element that it reaches; empty where the window's own ground is, or nothing has the focus.
std::string receiver_of(const WorldApplication& application, const WorldWindow& window, const NativeAction& action);

/// Whether an element of that id is the other or inside it.
bool is_within(WorldWindow& window, const std::string& id, const std::string& other);

/// Names the window in its place and size.
NativeRef frame_of(const WorldApplication& application, const WorldWindow& window);

/// Where the elements are that a place was chosen by, they are still.
bool all_in_place(const WorldApplication& application, const WorldWindow& window,
                  const std::vector<Landmark>& landmarks);

}  // namespace secondseat::scripted
