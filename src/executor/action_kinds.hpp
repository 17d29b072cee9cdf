// ActionKinds: what each kind of action means: which elements it names, how it is sent, and what proves that it was done.
#pragma once

#include <cstddef>
#include <vector>

#include "executor/evidence.hpp"
#include "executor/journal.hpp"
#include "executor/route.hpp"
#include "executor/state_book.hpp"
#include "secondseat/executor.hpp"

namespace secondseat::executor {

/// The numbers that it names; none for what is meant for a place in the screenshot or for what has the focus.
std::vector<int> elements_of(const Action& action);

/// "click on element 4".
std::string in_words(const Action& action);

ActionKind kind_of(const Action& action);

/// What it is done to: the element named first; else what has the focus, what scrolls, or the window itself.
Result<const Node*> subject_of(const Action& action, const WindowState& state);

Result<Route> route_for(const Action& action, const Node& subject, const WindowState& state);

/// What the agent asked for is there already, so that nothing needs to be sent.
bool nothing_to_do(const Action& action, const Node& node);

/// How long a string has to be read back to prove the action.
std::size_t bytes_to_read_back(const Action& action);

/// `before`: the subject as it was; `after`: the fresh state; `change`: what became of the window as a whole.
Evidence judge(const Action& action, const Route& route, const Node& before, const Tree& after, Change change);

}  // namespace secondseat::executor
