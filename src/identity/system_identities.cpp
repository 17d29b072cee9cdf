#include "identity/system_identities.hpp"

#include <algorithm>

#include <unistd.h>

#include "identity/pinned_process.hpp"
#include "identity/proc_stat.hpp"
#include "identity/process_names.hpp"

namespace secondseat::identity {

Task<Result<std::shared_ptr<const ProcessInstance>>> SystemIdentities::pin(pid_t pid) {
  if (pid <= 0) co_return fail(Layer::identity, ErrorCode::denied, "the application's process is not known");
  if (descends_from(::getpid(), pid))
    co_return fail(Layer::consent, ErrorCode::denied,
                   "this is the program the agent runs under, which it may never drive", "No grant changes this.");
  co_return PinnedProcess::create(pid);
}

bool SystemIdentities::runs(std::string_view name) {
  const auto pids = processes_called(name);
  return std::any_of(pids.begin(), pids.end(), [](pid_t pid) { return !descends_from(::getpid(), pid); });
}

}  // namespace secondseat::identity
