// retry: the patience of reads (rule 5). Actions are never retried (rule 2), so nothing that acts may be passed here. Loop only.
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "secondseat/clock.hpp"

namespace secondseat::async {

/// One read at once, then one after each pause, none past the deadline and each within `attempt_limit`.
struct RetrySchedule {
  std::vector<Clock::Duration> pauses{std::chrono::seconds{2}, std::chrono::seconds{3}, std::chrono::seconds{5}};
  Clock::Duration attempt_limit = std::chrono::seconds{15};
};

/// A failure that a moment's patience may cure: the window still grows, the application starts or is slow, the bus reconnects.
inline bool may_pass(ErrorCode code) {
  return code == ErrorCode::transient || code == ErrorCode::timed_out || code == ErrorCode::native_busy ||
         code == ErrorCode::backend_lost;
}

/// `attempt(Deadline) -> Task<Result<T>>` is repeated while its failure may pass; the last error is the answer. STOP ends the
/// wait at once.
template <class Attempt>
auto retry(Clock& clock, Deadline deadline, RetrySchedule schedule, Attempt attempt)
    -> std::invoke_result_t<Attempt&, Deadline> {
  for (std::size_t next_pause = 0;; ++next_pause) {
    const auto attempt_deadline = Deadline::after(clock, schedule.attempt_limit).or_earlier(deadline);
    auto result = co_await attempt(attempt_deadline);
    if (result) co_return result;
    if (!may_pass(result.error().code)) co_return result;
    if (next_pause == schedule.pauses.size()) co_return result;
    const auto wake_at = clock.now() + schedule.pauses[next_pause];
    if (wake_at >= deadline.at) co_return result;
    co_await clock.sleep_until(wake_at);
  }
}

}  // namespace secondseat::async
