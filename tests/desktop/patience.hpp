// Patience: how a test of the desktop waits: for a readiness signal on a descriptor, with an absolute limit, and never by sleeping.
// Throws std::runtime_error when the limit passes: a test that waits in vain has failed. Any thread.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "async/clock.hpp"
#include "base/fd.hpp"

namespace secondseat::stage {

/// An absolute limit for a chain of waits.
class Limit {
 public:
  explicit Limit(std::chrono::milliseconds budget) : deadline_(Deadline::after(async::SystemClock(), budget)) {}
  /// What poll() takes; 0 once passed.
  int milliseconds_left() const;

 private:
  Deadline deadline_;
};

void wait_readable(int fd, const Limit& limit, const std::string& awaited);
/// One line without its newline, for example what -displayfd says.
std::string read_line(int fd, const Limit& limit, const std::string& awaited);

/// Sees files appear in a directory by rename, which is how the fixtures publish their counters.
class DirectoryWatch {
 public:
  explicit DirectoryWatch(const std::string& directory);
  /// Looks at once and after every change.
  void wait_until(const std::function<bool()>& holds, const Limit& limit, const std::string& awaited);

 private:
  base::Fd inotify_;
};

}  // namespace secondseat::stage
