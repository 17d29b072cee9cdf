// retry: the patience of reads (rule 5). Actions are never retried (rule 2), so nothing that acts may be passed here. Loop only.
#pragma once

#include <functional>
#include <optional>
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

/// What is left of the patience with one read, whose parts share it: finding the application, then reading its window.
class Patience {
 public:
  using OnPause = std::function<void(const Error& why)>;

  /// The clock must outlive it. `on_pause` is told before each pause what made it necessary.
  Patience(Clock& clock, RetrySchedule schedule, Deadline deadline, OnPause on_pause = {})
      : clock_(clock), schedule_(std::move(schedule)), deadline_(deadline), on_pause_(std::move(on_pause)) {}

  Clock& clock() { return clock_; }
  Deadline deadline() const { return deadline_; }
  Deadline next_attempt() const { return Deadline::after(clock_, schedule_.attempt_limit).or_earlier(deadline_); }
  /// When to try again after this failure; nothing when it cannot pass, or patience is at its end.
  std::optional<Clock::TimePoint> after(const Error& failure) {
    if (!may_pass(failure.code) || pauses_taken_ == schedule_.pauses.size()) return std::nullopt;
    const auto wake_at = clock_.now() + schedule_.pauses[pauses_taken_];
    if (wake_at >= deadline_.at) return std::nullopt;
    ++pauses_taken_;
    if (on_pause_) on_pause_(failure);
    return wake_at;
  }
  std::size_t pauses_taken() const { return pauses_taken_; }
  /// Time that a person took to answer is not the application's.
  void excuse(Clock::Duration time) { deadline_.at += time; }

 private:
  Clock& clock_;
  RetrySchedule schedule_;
  Deadline deadline_;
  OnPause on_pause_;
  std::size_t pauses_taken_ = 0;
};

/// `attempt(Deadline) -> Task<Result<T>>` is repeated while its failure may pass; the last error is the answer. STOP ends the
/// wait at once. The patience must outlive the call.
template <class Attempt>
auto retry(Patience& patience, Attempt attempt) -> std::invoke_result_t<Attempt&, Deadline> {
  for (;;) {
    const auto limit = patience.next_attempt();
    auto result = co_await attempt(limit);
    if (result) co_return result;
    const auto wake_at = patience.after(result.error());
    if (!wake_at) co_return result;
    co_await patience.clock().sleep_until(*wake_at);
  }
}

}  // namespace secondseat::async
