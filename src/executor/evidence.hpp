// Evidence: what reading back proves about an action that was accepted. Return codes prove nothing (rule 4). Pure; any thread.
#pragma once

#include <optional>
#include <string>

#include "executor/text_range.hpp"
#include "secondseat/desktop.hpp"
#include "secondseat/executor.hpp"

namespace secondseat::executor {

struct Evidence {
  Outcome outcome = Outcome::unverified;
  std::string kind;  ///< "value_readback", "selection", "focus", "tree_delta", "window_change"
  std::string explanation;
};

/// After set_value: `after` is the same element in the fresh state, none if it is gone.
Evidence judge_value(const Node& before, const std::optional<Node>& after, const std::string& wanted);

/// After a click, keys or a drag: something has to look different.
enum class Change { none, tree, window };
Evidence judge_change(Change change);

/// After typing: the element holds `wanted`, which is unknown for what is not text that can be read.
Evidence judge_typing(const Node& before, const std::optional<Node>& after, const std::optional<std::string>& wanted,
                      Change change);

/// After giving focus: the element has to have it.
Evidence judge_focus(const std::optional<Node>& after);

/// After selecting text: the selection, or the caret, has to be there, in a text that is still the same.
Evidence judge_selection(const Node& before, const std::optional<Node>& after, TextRange wanted);

}  // namespace secondseat::executor
