// retry: the patience of reads (rule 5). Actions are never retried (rule 2), so nothing that acts may be passed here. Loop only.
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "secondseat/clock.hpp"
#include "secondseat/error.hpp"

namespace secondseat::async {

/// One read at once, then one after each pause, none past the deadline and each within `attempt_limit`.
struct RetrySchedule {
  std::vector<Clock::Duration> pauses{std::chrono::seconds{2}, std::chrono::seconds{3}, std::chrono::seconds{5}};
  Clock::Duration attempt_limit = std::chrono::seconds{15};
};

/// A failure that a moment's patience may cure; docs/decisions/0019 says which and why. A new code has to be judged here.
constexpr bool may_pass(ErrorCode code) {
  switch (code) {
    case ErrorCode::transient:     // the window still grows, or is not there yet
    case ErrorCode::timed_out:     // the application is slow, or hangs for a while
    case ErrorCode::native_busy:   // an earlier request holds up the desktop
    case ErrorCode::backend_lost:  // the next attempt connects anew
      return true;
    case ErrorCode::invalid_argument:
    case ErrorCode::not_found:
    case ErrorCode::ambiguous:
    case ErrorCode::denied:
    case ErrorCode::unanswered:
    case ErrorCode::unaskable:
    case ErrorCode::stale:
    case ErrorCode::stopped:
    case ErrorCode::busy:
    case ErrorCode::unsupported:
    case ErrorCode::too_large:
    case ErrorCode::malformed:
    case ErrorCode::closed:
    case ErrorCode::internal: return false;
  }
  return false;
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
