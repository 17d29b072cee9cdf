#include "desktop/patience.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace secondseat::stage {

int Limit::milliseconds_left() const {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_.at - async::SystemClock().now());
  return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

void wait_readable(int fd, const Limit& limit, const std::string& awaited) {
  pollfd wanted{fd, POLLIN, 0};
  int ready = 0;
  do ready = ::poll(&wanted, 1, limit.milliseconds_left());
  while (ready < 0 && errno == EINTR);
  if (ready <= 0) throw std::runtime_error("waited in vain for " + awaited);
}

std::string read_line(int fd, const Limit& limit, const std::string& awaited) {
  std::string line;
  for (char byte = 0;;) {
    wait_readable(fd, limit, awaited);
    const auto got = ::read(fd, &byte, 1);
    if (got <= 0) throw std::runtime_error("end of file instead of " + awaited);
    if (byte == '\n') return line;
    line += byte;
  }
}

DirectoryWatch::DirectoryWatch(const std::string& directory) : inotify_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
  if (!inotify_ || ::inotify_add_watch(inotify_.get(), directory.c_str(), IN_MOVED_TO) < 0)
    throw std::runtime_error("cannot watch " + directory);
}

void DirectoryWatch::wait_until(const std::function<bool()>& holds, const Limit& limit, const std::string& awaited) {
  while (!holds()) {
    wait_readable(inotify_.get(), limit, awaited);
    std::array<char, 4096> events{};
    while (::read(inotify_.get(), events.data(), events.size()) > 0) {
    }
  }
}

}  // namespace secondseat::stage
