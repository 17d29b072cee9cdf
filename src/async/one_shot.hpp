// OneShot<T>: one value, one waiter, the first answer wins. Loop only; must outlive its waiter.
#pragma once

#include <optional>
#include <utility>

#include "async/event.hpp"

namespace secondseat::async {

template <class T>
class OneShot {
 public:
  explicit OneShot(asio::any_io_executor loop) : arrived_(std::move(loop)) {}

  /// False if an answer was there already: the late one changes nothing.
  bool set(T value) {
    if (arrived_.is_set()) return false;
    value_ = std::move(value);
    arrived_.set();
    return true;
  }
  bool is_set() const { return arrived_.is_set(); }
  Task<T> get() {
    co_await arrived_.wait();
    co_return std::move(*value_);
  }

 private:
  Event arrived_;
  std::optional<T> value_;
};

}  // namespace secondseat::async
