#include "async/virtual_time.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include <asio/bind_cancellation_slot.hpp>
#include <asio/co_spawn.hpp>
#include <asio/post.hpp>
#include <asio/this_coro.hpp>

namespace secondseat::async {

Task<void> ManualClock::sleep_until(TimePoint at) {
  const auto executor = co_await asio::this_coro::executor;
  Event woken(executor);
  const auto alarm = ring_at(executor, at, [&woken] { woken.set(); });
  co_await woken.wait();
}

Clock::Alarm ManualClock::ring_at(const asio::any_io_executor& executor, TimePoint at, std::function<void()> ring) {
  const auto alarm = std::make_shared<std::function<void()>>(std::move(ring));
  if (at > now_) {
    alarms_.emplace(at, alarm);
  } else {
    asio::post(executor, [set = std::weak_ptr(alarm)] {
      if (const auto due = set.lock()) (*due)();
    });
  }
  return alarm;
}

bool ManualClock::advance_to_next() {
  while (!alarms_.empty()) {
    const auto next = alarms_.extract(alarms_.begin());
    const auto alarm = next.mapped().lock();
    if (!alarm) continue;
    now_ = std::max(now_, next.key());
    (*alarm)();
    return true;
  }
  return false;
}

bool TestLoop::step() {
  io_.restart();
  return io_.poll_one() > 0 || clock_.advance_to_next();
}

void TestLoop::run(std::function<Task<void>()> body) {
  std::optional<std::exception_ptr> outcome;
  asio::cancellation_signal give_up;
  auto finish = [&outcome](std::exception_ptr failure) { outcome = std::move(failure); };
  asio::co_spawn(io_, std::move(body), asio::bind_cancellation_slot(give_up.slot(), std::move(finish)));
  bool stuck = false;
  while (!outcome) {
    if (step()) continue;
    if (stuck) throw std::logic_error("deadlock: the coroutine ignored STOP as well");
    stuck = true;
    give_up.emit(asio::cancellation_type::terminal);  // unwind first, so that what is reported is clean
  }
  if (stuck) throw std::logic_error("deadlock: nothing can run and no deadline is pending");
  if (*outcome) std::rethrow_exception(*outcome);
}

}  // namespace secondseat::async
