#include "async/scope.hpp"

#include <cassert>

#include <asio/experimental/as_tuple.hpp>
#include <asio/use_awaitable.hpp>

namespace secondseat::async {

Scope::Scope(asio::any_io_executor loop) : loop_(loop), news_(std::move(loop), asio::steady_timer::time_point::max()) {}

Scope::~Scope() { assert(children_.empty() && "a Scope ended before its children: join() was not awaited"); }

void Scope::stop() {
  stopped_ = true;
  auto children = children_;  // a child that ends at once leaves the list while we walk it
  for (auto& child : children) child.request_stop();
}

void Scope::fail_with(std::exception_ptr failure) {
  if (!failure_) failure_ = std::move(failure);
  stop();
}

void Scope::on_exit(Children::iterator child, std::exception_ptr failure) {
  const bool asked_to_stop = child->token().stop_requested();
  children_.erase(child);
  if (failure && !asked_to_stop) fail_with(std::move(failure));
  if (children_.empty()) news_.cancel();
}

Task<void> Scope::join() {
  constexpr auto no_throw = asio::experimental::as_tuple(asio::use_awaitable);
  while (!children_.empty()) {
    co_await news_.async_wait(no_throw);
    const auto state = co_await asio::this_coro::cancellation_state;
    if (state.cancelled() != asio::cancellation_type::none && !stopped_) stop();
  }
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace secondseat::async
