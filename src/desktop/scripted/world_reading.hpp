// What a World looks like through the Desktop seam: plain values, pruned and bounded as those of a real desktop. One thread.
#pragma once

#include "desktop/scripted/world.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::scripted {

/// The windows that are open, in the application's order.
std::vector<Window> windows_of(const WorldApplication& application);
std::vector<RunningApplication> running_in(const World& world);

Window seen(const WorldApplication& application, const WorldWindow& window);
/// Depth first; what is not showing is left out unless its parent was to be expanded.
Tree tree_of(const WorldApplication& application, const WorldWindow& window, const ReadWindow& request);

}  // namespace secondseat::scripted
