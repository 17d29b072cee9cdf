// within: work under a Deadline. Loop or AX thread, whichever the caller runs on.
#pragma once

#include <utility>
#include <variant>

#include <asio/error.hpp>
#include <asio/experimental/awaitable_operators.hpp>
#include <asio/system_error.hpp>
#include <asio/this_coro.hpp>

#include "secondseat/clock.hpp"

namespace secondseat::async {

/// The work's Result, or ErrorCode::timed_out; the loser is unwound and awaited, so nothing keeps running. Safe only because
/// the work reports failure as a value: with a throwing left side Asio's || waits for the timer and loses the exception
/// (chriskohlhoff/asio#900). An action that loses the race may have happened all the same.
template <class T>
Task<Result<T>> within(Clock& clock, Deadline deadline, Task<Result<T>> work) {
  using namespace asio::experimental::awaitable_operators;
  if (deadline.at == Clock::TimePoint::max()) co_return co_await std::move(work);
  auto first = co_await (std::move(work) || clock.doze_until(deadline.at));
  if (auto* result = std::get_if<0>(&first)) co_return std::move(*result);
  const auto state = co_await asio::this_coro::cancellation_state;
  if (state.cancelled() != asio::cancellation_type::none) throw asio::system_error(asio::error::operation_aborted);
  co_return fail(Layer::application, ErrorCode::timed_out, "no answer before the deadline");
}

}  // namespace secondseat::async
