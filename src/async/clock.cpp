#include "async/clock.hpp"

#include <asio/experimental/as_tuple.hpp>
#include <asio/steady_timer.hpp>
#include <asio/this_coro.hpp>
#include <asio/use_awaitable.hpp>

namespace secondseat::async {

Clock::TimePoint SystemClock::now() const { return std::chrono::steady_clock::now(); }

Task<void> SystemClock::sleep_until(TimePoint at) {
  asio::steady_timer timer(co_await asio::this_coro::executor, at);
  co_await timer.async_wait(asio::use_awaitable);
}

Task<void> SystemClock::doze_until(TimePoint at) {
  constexpr auto no_throw = asio::experimental::as_tuple(asio::use_awaitable);
  asio::steady_timer timer(co_await asio::this_coro::executor, at);
  co_await timer.async_wait(no_throw);
}

Clock::Alarm SystemClock::ring_at(const asio::any_io_executor& executor, TimePoint at, std::function<void()> ring) {
  const auto timer = std::make_shared<asio::steady_timer>(executor, at);
  auto ring_unless_gone = [set = std::weak_ptr(timer), ring = std::move(ring)](asio::error_code) {
    if (!set.expired()) ring();
  };
  timer->async_wait(std::move(ring_unless_gone));
  return timer;
}

}  // namespace secondseat::async
