// The words of an element as they are told: without what toolkits put there for programs only. Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>

#include "secondseat/desktop.hpp"

namespace secondseat::executor {

std::string_view trimmed(std::string_view text);

/// What a label says: its name, or else its text; trimmed.
std::string words_of(const Node& node);

/// Drops the character that stands for an embedded element from what nobody edits, blanks around a name, and from a container the
/// name of its class.
/// What can be edited stays byte for byte: that is what reading back compares.
void use_told_words(Node& node);

/// False for the 0 or 1 that some toolkits give to whatever can be pressed.
bool tells_value(const Node& node);

/// The description says nothing that the rest of the line does not.
bool description_repeats(const Node& node);

/// The text is the number that stands there as the value.
bool text_repeats_value(const Node& node);

}  // namespace secondseat::executor
