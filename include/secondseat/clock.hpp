// Clock: the only source of time in the program, monotonic, and Deadline: an absolute limit that is passed down and never
// restarted. Time spent suspended does not count (CLOCK_MONOTONIC).
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include <asio/any_io_executor.hpp>

#include "secondseat/task.hpp"

namespace secondseat {

class Clock {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  using Duration = std::chrono::steady_clock::duration;

  virtual ~Clock() = default;
  virtual TimePoint now() const = 0;
  /// Waits on the thread of the coroutine that calls it.
  virtual Task<void> sleep_until(TimePoint at) = 0;
  /// The same for the side of a race that usually loses: told to stop, it may just return, because unwinding takes longer than
  /// most races. Who calls it asks afterwards whether it was time or STOP.
  virtual Task<void> doze_until(TimePoint at) { return sleep_until(at); }
  /// Calls `ring` once at that time, on `executor`, unless what this gave is gone by then. For a deadline that is hardly ever met:
  /// it takes a timer, and no coroutine that would have to be unwound.
  using Alarm = std::shared_ptr<void>;
  [[nodiscard]] virtual Alarm ring_at(const asio::any_io_executor& executor, TimePoint at,
                                      std::function<void()> ring) = 0;
};

struct Deadline {
  Clock::TimePoint at = Clock::TimePoint::max();

  static Deadline after(const Clock& clock, Clock::Duration budget) { return {clock.now() + budget}; }
  static Deadline never() { return {}; }
  /// The nearer of the two: a part may take less than the whole has left, never more.
  Deadline or_earlier(Deadline other) const { return at < other.at ? *this : other; }
  bool passed(const Clock& clock) const { return clock.now() >= at; }
};

}  // namespace secondseat
