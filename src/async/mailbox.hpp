// Mailbox<T>: values in, one reader out, in order; drained before it reports that it is closed. Loop only.
#pragma once

#include <deque>
#include <optional>
#include <utility>

#include <asio/any_io_executor.hpp>
#include <asio/experimental/as_tuple.hpp>
#include <asio/steady_timer.hpp>
#include <asio/use_awaitable.hpp>

#include "secondseat/task.hpp"

namespace secondseat::async {

template <class T>
class Mailbox {
 public:
  explicit Mailbox(asio::any_io_executor loop) : news_(std::move(loop), asio::steady_timer::time_point::max()) {}

  /// Synchronous. After close() a value is dropped and false returned.
  bool send(T value) {
    if (closed_) return false;
    values_.push_back(std::move(value));
    news_.cancel();
    return true;
  }
  void close() {
    closed_ = true;
    news_.cancel();
  }
  std::size_t size() const { return values_.size(); }

  /// The next value, or nothing once closed and empty.
  Task<std::optional<T>> receive() {
    constexpr auto no_throw = asio::experimental::as_tuple(asio::use_awaitable);
    while (values_.empty() && !closed_) co_await news_.async_wait(no_throw);
    if (values_.empty()) co_return std::nullopt;
    std::optional<T> value(std::move(values_.front()));
    values_.pop_front();
    co_return value;
  }

 private:
  asio::steady_timer news_;
  std::deque<T> values_;
  bool closed_ = false;
};

}  // namespace secondseat::async
