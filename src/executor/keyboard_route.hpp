// How text and keys get to an element: text at the caret through EditableText, where that does what typing would; everything else
// by the keyboard. Pure; any thread.
#pragma once

#include <optional>
#include <string>

#include "executor/route.hpp"
#include "executor/state_book.hpp"

namespace secondseat::executor {

Result<Route> route_keys(const KeyChord& chord, const Node& subject, const WindowState& state);

Result<Route> route_typing(const Typing& typing, const Node& subject, const WindowState& state);

/// What the element should hold after the text was typed into it as it is now; nothing where that is not known.
std::optional<std::string> text_after_typing(const Node& element, const std::string& typed);

}  // namespace secondseat::executor
