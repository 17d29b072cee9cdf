#include "desktop/atspi/settling.hpp"

#include <algorithm>

namespace secondseat::atspi {

Task<bool> wait_until_quiet(const Activity& activity, Clock& clock, SettleLimits limits, Deadline deadline) {
  const auto begin = clock.now();
  const auto end = std::min(begin + limits.at_most, deadline.at);
  for (;;) {
    const auto quiet_at = std::max(begin, activity.last) + limits.quiet;
    const auto now = clock.now();
    if (now >= quiet_at) co_return true;
    if (now >= end) co_return false;
    co_await clock.sleep_until(std::min(quiet_at, end));
  }
}

}  // namespace secondseat::atspi
