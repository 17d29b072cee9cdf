// What each kind of Action means: its name, the element it is for, how it is sent, what proves it. Pure; any thread.
#pragma once

#include <cstddef>
#include <optional>

#include "executor/evidence.hpp"
#include "executor/journal.hpp"
#include "executor/route.hpp"
#include "secondseat/executor.hpp"

namespace secondseat::executor {

int element_of(const Action& action);

ActionKind kind_of(const Action& action);

Result<Route> route_for(const Action& action, const Node& node);

/// What the agent asked for is there already, so that nothing needs to be sent.
bool nothing_to_do(const Action& action, const Node& node);

/// How long a string has to be read back to prove the action.
std::size_t bytes_to_read_back(const Action& action);

/// `after`: the same element in the fresh state, none if it is gone; `change`: what became of the window as a whole.
Evidence judge(const Action& action, const Route& route, const Node& before, const std::optional<Node>& after,
               Change change);

}  // namespace secondseat::executor
