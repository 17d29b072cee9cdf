#include "base/fd.hpp"

#include <cstring>

#include <fmt/format.h>
#include <unistd.h>

namespace secondseat::base {

void Fd::reset(int fd) {
  if (fd_ >= 0) ::close(fd_);
  fd_ = fd;
}

tl::unexpected<Error> os_failure(std::string_view what, int error_number) {
  return fail(Layer::operating_system, ErrorCode::internal, fmt::format("{}: {}", what, strerrordesc_np(error_number)));
}

}  // namespace secondseat::base
