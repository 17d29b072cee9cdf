// Settling: waiting until an application has finished to react, told by its own events and not by a guess. AX thread only.
#pragma once

#include "secondseat/clock.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::atspi {

/// When an application last said that something happened.
struct Activity {
  Clock::TimePoint last{};
};

/// Waits until nothing happened for `limits.quiet`, counted from now or the last event. False: it still went on after
/// `limits.at_most`, or at the deadline.
Task<bool> wait_until_quiet(const Activity& activity, Clock& clock, SettleLimits limits, Deadline deadline);

}  // namespace secondseat::atspi
