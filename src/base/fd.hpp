// Fd: sole owner of a file descriptor. Any thread; not shared.
#pragma once

#include <utility>

#include "secondseat/error.hpp"

namespace secondseat::base {

class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) reset(std::exchange(other.fd_, -1));
    return *this;
  }
  ~Fd() { reset(); }

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  int release() { return std::exchange(fd_, -1); }
  void reset(int fd = -1);

 private:
  int fd_ = -1;
};

/// An operating-system failure with errno's text: "open profile.json: Permission denied".
tl::unexpected<Error> os_failure(std::string_view what, int error_number);

}  // namespace secondseat::base
