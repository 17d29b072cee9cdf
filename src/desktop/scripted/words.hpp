// The words of world files: names of states, deeds and answers, and what a role brings along. Any thread.
#pragma once

#include <optional>
#include <string_view>

#include "desktop/scripted/world.hpp"

namespace secondseat::scripted {

std::optional<State> state_named(std::string_view word);
std::optional<Effect::Deed> deed_named(std::string_view word);
std::optional<Answer> answer_named(std::string_view word);

/// An element as toolkits make those of this role: its states, its actions, what else it can do. For a check box also what
/// its action does.
WorldElement of_role(std::string_view role);

}  // namespace secondseat::scripted
