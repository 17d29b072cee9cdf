// settle: the one place where STOP's unwinding, and any exception that got away, becomes an Error. Loop only.
#pragma once

#include <exception>
#include <string>

#include <asio/this_coro.hpp>

#include "secondseat/task.hpp"

namespace secondseat::async {

/// What the exception says, for our own log; never shown to a client.
std::string describe(const std::exception_ptr& failure);

tl::unexpected<Error> stopped_error();

template <class T>
struct Settled {
  using Value = Result<T>;
};
template <class T>
struct Settled<Result<T>> {
  using Value = Result<T>;
};

/// At the edge of a request: awaits the work and gives its Result; unwound by STOP → ErrorCode::stopped. Decided by the
/// coroutine's cancellation state and not by the exception's type, because STOP surfaces as several of them.
template <class T>
Task<typename Settled<T>::Value> settle(Task<T> work) {
  std::exception_ptr unwound;
  try {
    co_return co_await std::move(work);
  } catch (...) {
    unwound = std::current_exception();
  }
  const auto state = co_await asio::this_coro::cancellation_state;
  if (state.cancelled() != asio::cancellation_type::none) co_return stopped_error();
  co_return fail(Layer::internal, ErrorCode::internal, describe(unwound));
}

}  // namespace secondseat::async
