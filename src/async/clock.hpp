// SystemClock: real monotonic time. Stateless, so the loop and the AX thread may share one.
#pragma once

#include "secondseat/clock.hpp"

namespace secondseat::async {

class SystemClock final : public Clock {
 public:
  TimePoint now() const override;
  Task<void> sleep_until(TimePoint at) override;
  Task<void> doze_until(TimePoint at) override;
  Alarm ring_at(const asio::any_io_executor& executor, TimePoint at, std::function<void()> ring) override;
};

}  // namespace secondseat::async
