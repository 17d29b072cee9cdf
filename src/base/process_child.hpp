// What happens between fork() and execve(), and how the child reports that it could not: the part of Process that may only use
// async-signal-safe calls, because other threads of the parent may have held any lock at the instant of the fork.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <sys/types.h>

namespace secondseat::base {

/// Everything the child needs, allocated before the fork. Only borrowed pointers.
struct ChildPlan {
  const char* path;
  char* const* argv;
  char* const* environment;
  const char* directory;       ///< null: the parent's
  std::array<int, 3> streams;  ///< sources for 0, 1 and 2, all above 2; -1: inherited
  const std::vector<int>& kept;
  int report;  ///< write end, close-on-exec: end of file says that execve() succeeded
  bool own_group;
  pid_t parent;
  int parent_death_signal;
};

struct ChildFailure {
  const char* step;
  int error_number;
};

/// The child's pid, or -1 with errno. Returns in the parent only.
pid_t fork_and_execute(const ChildPlan& plan);

/// Blocks until the child has executed its program (nothing) or given up.
std::optional<ChildFailure> read_report(int fd);

}  // namespace secondseat::base
