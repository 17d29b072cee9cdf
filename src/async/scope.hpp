// Scope: whatever is spawned belongs to one, and it does not end before its children do. Loop only.
//
// A signature tells what a function leaves behind: Task<T> f() nothing, f(Scope&) children that run on.
#pragma once

#include <exception>
#include <list>
#include <type_traits>
#include <utility>

#include <asio/any_io_executor.hpp>
#include <asio/bind_cancellation_slot.hpp>
#include <asio/co_spawn.hpp>
#include <asio/error.hpp>
#include <asio/steady_timer.hpp>
#include <asio/system_error.hpp>
#include <asio/this_coro.hpp>

#include "secondseat/stop.hpp"
#include "secondseat/task.hpp"

namespace secondseat::async {

class Scope {
 public:
  explicit Scope(asio::any_io_executor loop);
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
  ~Scope();

  /// Starts a child: `Task<void> body(StopToken)`, owned by the child's frame. It runs inline up to its first wait, so finish
  /// changing your own state first. The source stops this child alone. A stopped scope starts nothing any more.
  template <class Body>
  StopSource spawn(Body body) {
    static_assert(std::is_same_v<std::invoke_result_t<Body&, StopToken>, Task<void>>,
                  "a child is Task<void>(StopToken)");
    StopSource source;
    if (stopped_) {
      source.request_stop();
      return source;
    }
    const auto child = children_.insert(children_.end(), source);
    auto run = [body = std::move(body), stop = source.token()]() mutable { return body(stop); };
    auto retire = [this, child, source](std::exception_ptr failure) { on_exit(child, std::move(failure)); };
    asio::co_spawn(loop_, std::move(run), asio::bind_cancellation_slot(source.slot(), std::move(retire)));
    return source;
  }

  /// Stops every child, present and future. Synchronous; join() waits for them.
  void stop();
  /// Waits until there is no child. Told to stop while waiting, it stops the children and keeps waiting; then rethrows the
  /// first failure of a child that nobody had asked to stop.
  Task<void> join();
  void fail_with(std::exception_ptr failure);
  std::size_t size() const { return children_.size(); }
  asio::any_io_executor loop() const { return loop_; }

 private:
  using Children = std::list<StopSource>;
  void on_exit(Children::iterator child, std::exception_ptr failure);

  asio::any_io_executor loop_;
  asio::steady_timer news_;
  Children children_;
  std::exception_ptr failure_;
  bool stopped_ = false;
};

/// Runs `Task<void> body(Scope&)` and then awaits every child, whatever happened; a failing body or child stops the others.
template <class Body>
Task<void> with_scope(Body body) {
  Scope scope(co_await asio::this_coro::executor);
  try {
    co_await body(scope);
  } catch (...) {
    scope.fail_with(std::current_exception());
  }
  const bool interruptible = co_await asio::this_coro::throw_if_cancelled();
  co_await asio::this_coro::throw_if_cancelled(false);  // joining is not optional
  std::exception_ptr failure;
  try {
    co_await scope.join();
  } catch (...) {
    failure = std::current_exception();
  }
  co_await asio::this_coro::throw_if_cancelled(interruptible);
  if (failure) std::rethrow_exception(failure);
  // Stopped while joining: the children were unwound, and the caller must not go on as if they had done their work.
  const auto state = co_await asio::this_coro::cancellation_state;
  if (interruptible && state.cancelled() != asio::cancellation_type::none)
    throw asio::system_error(asio::error::operation_aborted);
}

}  // namespace secondseat::async
