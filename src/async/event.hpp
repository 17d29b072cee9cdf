// Event: a condition that becomes true once and stays true. Loop only; must outlive its waiters.
#pragma once

#include <asio/any_io_executor.hpp>
#include <asio/steady_timer.hpp>

#include "secondseat/task.hpp"

namespace secondseat::async {

class Event {
 public:
  explicit Event(asio::any_io_executor loop) : gate_(std::move(loop), asio::steady_timer::time_point::max()) {}

  /// Synchronous, and never runs a waiter inline, so destructors may call it.
  void set() {
    set_ = true;
    gate_.cancel();
  }
  bool is_set() const { return set_; }
  Task<void> wait();

 private:
  asio::steady_timer gate_;  // never expires: cancelling its waits is what wakes the waiters
  bool set_ = false;
};

}  // namespace secondseat::async
