// ProcessClients: which X clients a process is, as the X server knows it (XRes); a property says whatever its client wrote.
// AX thread only.
#pragma once

#include <sys/types.h>

#include <vector>

#include "desktop/x11/x_connection.hpp"

namespace secondseat::x11 {

class ProcessClients {
 public:
  static Task<Result<ProcessClients>> of(XConnection& x, pid_t pid);
  ProcessClients() = default;

  bool none() const { return bases_.empty(); }
  bool own(xcb_window_t window) const;

 private:
  std::vector<std::uint32_t> bases_;  // of the ids that each may give to its windows
  std::uint32_t mask_ = 0;
};

}  // namespace secondseat::x11
