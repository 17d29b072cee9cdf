// Which processes of this user somebody may mean by a name. Names are the processes' own to choose: nothing is granted or done by
// one (rule 6). Any thread.
#pragma once

#include <sys/types.h>

#include <string_view>
#include <vector>

namespace secondseat::identity {

/// Those whose program has this path or this last part of it; whose command name is this, as that of a script is, ignoring case; or
/// the one that "pid:N" names. Reads /proc once; a process that ends or changes meanwhile may be missing.
std::vector<pid_t> processes_called(std::string_view name);

}  // namespace secondseat::identity
