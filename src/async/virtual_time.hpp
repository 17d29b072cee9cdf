// Virtual time: a clock that only moves when nothing else can, and a loop that calls a hang by its name. With them a 90 s
// deadline costs nothing, now() is exact and a deadlock is a failure, so tests, replays and fuzz targets are deterministic.
#pragma once

#include <functional>
#include <map>
#include <memory>

#include <asio/io_context.hpp>

#include "async/event.hpp"
#include "secondseat/clock.hpp"

namespace secondseat::async {

/// Loop only.
class ManualClock final : public Clock {
 public:
  TimePoint now() const override { return now_; }
  Task<void> sleep_until(TimePoint at) override;
  Alarm ring_at(const asio::any_io_executor& executor, TimePoint at, std::function<void()> ring) override;

  /// Moves to the next alarm that is still set and rings it; false if there is none.
  bool advance_to_next();
  void advance(Duration by) { now_ += by; }

 private:
  TimePoint now_{};
  std::multimap<TimePoint, std::weak_ptr<std::function<void()>>>
      alarms_;  // those that nobody holds any more have expired
};

/// Owns the loop and the clock; runs one coroutine to its end.
class TestLoop {
 public:
  /// Runs runnable work first, then jumps to the next deadline. Rethrows what the body throws; throws std::logic_error when
  /// nothing can run and nothing is awaited.
  void run(std::function<Task<void>()> body);

  /// Runs one thing that is ready or else jumps to the next deadline; false if there is neither. For tests that do something
  /// between any two steps.
  bool step();

  asio::any_io_executor executor() { return io_.get_executor(); }
  ManualClock& clock() { return clock_; }

 private:
  ManualClock clock_;
  asio::io_context io_{1};
};

}  // namespace secondseat::async
