// shrink: the few events of a run that are enough to break a rule. Any thread.
#pragma once

#include <functional>
#include <vector>

#include "executor/model/event.hpp"

namespace secondseat::test {

/// Leaves out chunks and then single events, and makes numbers zero, as long as it still fails.
std::vector<Event> shrink(std::vector<Event> events, const std::function<bool(const std::vector<Event>&)>& fails);

}  // namespace secondseat::test
