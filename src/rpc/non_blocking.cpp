#include "rpc/non_blocking.hpp"

#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace secondseat::rpc {
namespace {

/// Opening a file anew would lose its offset, a socket cannot be opened, and major 5 is /dev/ptmx, where it makes a new terminal.
bool can_be_opened_anew(int fd) {
  constexpr unsigned terminal_multiplexers = 5;
  struct stat about {};
  if (::fstat(fd, &about) != 0) return false;
  if (S_ISFIFO(about.st_mode)) return true;
  return S_ISCHR(about.st_mode) && ::isatty(fd) == 1 && major(about.st_rdev) != terminal_multiplexers;
}

base::Fd open_anew(int fd, int flags) {
  if (!can_be_opened_anew(fd)) return {};
  const auto path = fmt::format("/proc/self/fd/{}", fd);
  return base::Fd(::open(path.c_str(), (flags & O_ACCMODE) | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
}

}  // namespace

Result<NonBlocking> NonBlocking::create(base::Fd fd) {
  const int flags = ::fcntl(fd.get(), F_GETFL);
  if (flags < 0) return fail(Layer::operating_system, ErrorCode::closed, "the descriptor is closed");
  if (auto ours = open_anew(fd.get(), flags)) return NonBlocking(std::move(ours));
  NonBlocking shared(std::move(fd));
  if ((flags & O_NONBLOCK) != 0) return shared;
  if (::fcntl(shared.get(), F_SETFL, flags | O_NONBLOCK) < 0) return base::os_failure("set O_NONBLOCK", errno);
  shared.restore_ = flags;
  return shared;
}

NonBlocking::~NonBlocking() {
  if (fd_ && restore_ >= 0) ::fcntl(fd_.get(), F_SETFL, restore_);
}

}  // namespace secondseat::rpc
