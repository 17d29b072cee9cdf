// NonBlocking: a descriptor made non-blocking without doing that to anybody else for longer than it lives. Any thread.
//
// O_NONBLOCK belongs to the open file description, which we share with our parent: its own blocking reads would fail.
#pragma once

#include <utility>

#include "base/fd.hpp"

namespace secondseat::rpc {

/// Pipes and terminals are opened anew, which gives a description of our own; what cannot be is restored at the end.
class NonBlocking {
 public:
  /// An error for a closed descriptor.
  static Result<NonBlocking> create(base::Fd fd);
  NonBlocking(NonBlocking&& other) noexcept : fd_(std::move(other.fd_)), restore_(std::exchange(other.restore_, -1)) {}
  NonBlocking& operator=(NonBlocking&&) = delete;
  ~NonBlocking();
  int get() const { return fd_.get(); }

 private:
  explicit NonBlocking(base::Fd fd) : fd_(std::move(fd)) {}
  base::Fd fd_;
  int restore_ = -1;  // status flags to go back to; -1: the description is ours alone, or was non-blocking before
};

}  // namespace secondseat::rpc
