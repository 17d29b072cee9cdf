#include "async/event.hpp"

#include <asio/experimental/as_tuple.hpp>
#include <asio/use_awaitable.hpp>

namespace secondseat::async {

Task<void> Event::wait() {
  constexpr auto no_throw = asio::experimental::as_tuple(asio::use_awaitable);
  // Woken by STOP, the loop goes round once more and that co_await throws.
  while (!set_) co_await gate_.async_wait(no_throw);
}

}  // namespace secondseat::async
