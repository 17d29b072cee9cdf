#include "async/clock.hpp"

#include <asio/steady_timer.hpp>
#include <asio/this_coro.hpp>
#include <asio/use_awaitable.hpp>

namespace secondseat::async {

Clock::TimePoint SystemClock::now() const { return std::chrono::steady_clock::now(); }

Task<void> SystemClock::sleep_until(TimePoint at) {
  asio::steady_timer timer(co_await asio::this_coro::executor, at);
  co_await timer.async_wait(asio::use_awaitable);
}

}  // namespace secondseat::async
