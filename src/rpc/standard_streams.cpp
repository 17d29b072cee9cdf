#include "rpc/standard_streams.hpp"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace secondseat::rpc {
namespace {

constexpr int first_private = 3;

Result<base::Fd> duplicate(int fd, std::string_view name) {
  base::Fd copy(::fcntl(fd, F_DUPFD_CLOEXEC, first_private));
  if (copy) return copy;
  if (errno != EBADF) return base::os_failure(name, errno);
  return fail(Layer::client, ErrorCode::closed, std::string(name) + " is closed",
              "Start secondseat with a pipe, a socket, a file or a terminal there.");
}

/// The number keeps being taken, so that nothing opened later gets it.
Result<void> point(int fd, int target, std::string_view what) {
  if (::dup2(target, fd) < 0) return base::os_failure(what, errno);
  return {};
}

Result<void> point_to_null(int fd, std::string_view what) {
  base::Fd null(::open("/dev/null", O_RDWR));
  if (!null) return base::os_failure("open /dev/null", errno);
  if (null.get() != fd) return point(fd, null.get(), what);
  null.release();  // a closed number was the lowest free one
  return {};
}

}  // namespace

Result<base::Fd> claim_stdout() {
  auto ours = duplicate(STDOUT_FILENO, "standard output");
  if (!ours) return ours;
  const bool has_stderr = ::fcntl(STDERR_FILENO, F_GETFD) >= 0;
  if (!has_stderr) {
    if (const auto filled = point_to_null(STDERR_FILENO, "standard error"); !filled)
      return tl::unexpected(filled.error());
  }
  if (const auto moved = point(STDOUT_FILENO, STDERR_FILENO, "standard output"); !moved)
    return tl::unexpected(moved.error());
  return ours;
}

Result<base::Fd> claim_stdin() {
  auto ours = duplicate(STDIN_FILENO, "standard input");
  if (!ours) return ours;
  if (const auto filled = point_to_null(STDIN_FILENO, "standard input"); !filled) return tl::unexpected(filled.error());
  return ours;
}

}  // namespace secondseat::rpc
