// What an agent may pass as `app`, and what list_apps prints for it: whatever is listed selects. Pure functions; any thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "secondseat/desktop.hpp"
#include "secondseat/error.hpp"
#include "secondseat/identity.hpp"

namespace secondseat::executor {

/// A running application, with the process it was found to be.
struct Candidate {
  RunningApplication running;
  std::shared_ptr<const ProcessInstance> process;
};

/// What to print and accept for each: its label where no other has it, else "pid:N".
std::vector<std::string> listed_names(const std::vector<Candidate>& candidates);

/// By "pid:N", executable path, or name ignoring ASCII case. `ambiguous` lists what fits; `not_found` what there is.
Result<const Candidate*> select(const std::vector<Candidate>& candidates, std::string_view app);

}  // namespace secondseat::executor
