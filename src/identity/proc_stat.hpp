// What /proc says of a process that the process cannot change at will. Any thread.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string_view>

#include "secondseat/error.hpp"

namespace secondseat::identity {

struct ProcStat {
  pid_t parent = 0;
  std::uint64_t start_time = 0;  ///< clock ticks since boot; 10 ms grains, so never an identity by itself
};

/// Parses the line of /proc/PID/stat; the name in it may hold spaces and parentheses.
Result<ProcStat> parse_proc_stat(std::string_view line);
Result<ProcStat> read_proc_stat(pid_t pid);

/// True if `ancestor` is `pid` itself or stands in its line of parents.
bool descends_from(pid_t pid, pid_t ancestor);

}  // namespace secondseat::identity
