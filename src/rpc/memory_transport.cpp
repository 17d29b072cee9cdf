#include "rpc/memory_transport.hpp"

#include <asio/experimental/as_tuple.hpp>
#include <asio/use_awaitable.hpp>

namespace secondseat::rpc {

void MemoryTransport::block() { blocked_ = true; }

void MemoryTransport::unblock() {
  blocked_ = false;
  room_.cancel();
}

Task<std::optional<Frame>> MemoryTransport::receive() {
  co_await room();
  co_return co_await in_.receive();
}

Task<void> MemoryTransport::room() {
  constexpr auto no_throw = asio::experimental::as_tuple(asio::use_awaitable);
  while (blocked_) co_await room_.async_wait(no_throw);
}

Task<void> MemoryTransport::write() { co_return; }

Task<void> MemoryTransport::flush() { return room(); }

}  // namespace secondseat::rpc
