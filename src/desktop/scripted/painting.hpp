// The picture of a scripted window: its elements as flat rectangles, the same bytes for the same window. Any thread.
#pragma once

#include "secondseat/desktop.hpp"

namespace secondseat::scripted {

/// Scaled down to the limits; an error says why there can be no picture.
Result<Picture> paint(const Tree& tree, const ReadLimits& limits);

}  // namespace secondseat::scripted
