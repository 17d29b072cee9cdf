// describe(): one element on one line.
#include <array>

#include <fmt/format.h>

#include "base/utf8.hpp"
#include "executor/node_roles.hpp"
#include "executor/state_text.hpp"
#include "executor/told_words.hpp"

namespace secondseat::executor {
namespace {

constexpr std::size_t string_limit = 2048;

std::string quoted(std::string_view text) { return fmt::format("\"{}\"", base::escape_shown(text, string_limit)); }

/// The states worth a word; what is normal stays unsaid.
std::string states_of(const Node& node) {
  std::string words;
  const auto say = [&words](bool so, std::string_view word) {
    if (!so) return;
    words += words.empty() ? "" : ", ";
    words += word;
  };
  const auto has = [&node](State state) { return node.states.has(state); };
  say(!has(State::enabled) && can_be_used(node), "disabled");
  say(has(State::editable), "editable");
  say(holds_text(node) && !has(State::editable) && node.has_editable_text, "read-only");
  say(has(State::focused), "focused");
  say(has(State::checked), "checked");
  say(has(State::mixed), "mixed");
  say(has(State::checkable) && !has(State::checked) && !has(State::mixed), "unchecked");
  say(has(State::expandable) && has(State::expanded), "expanded");
  say(has(State::expandable) && !has(State::expanded), "collapsed");
  say(has(State::selected), "selected");
  say(has(State::pressed), "pressed");
  say(has(State::required), "required");
  say(has(State::invalid), "invalid");
  say(has(State::busy), "busy");
  say(is_secret(node), "value withheld");
  return words.empty() ? words : fmt::format(" ({})", words);
}

std::string listed_actions(const Node& node) {
  std::string names;
  for (const auto& action : secondary_actions(node)) {
    names += names.empty() ? "" : ", ";
    names += base::escape_shown(action, 40);
  }
  return names.empty() ? names : fmt::format(" [{}]", names);
}

}  // namespace

std::string describe(const Node& node) {
  auto line = base::escape_shown(node.role, 60);
  if (!node.name.empty()) line += ' ' + quoted(node.name);
  line += states_of(node);
  if (tells_value(node))
    line += fmt::format(" value {} ({}–{})", node.value->current, node.value->minimum, node.value->maximum);
  if (!node.text.empty() && node.text != node.name && !text_repeats_value(node) && !is_secret(node))
    line += (node.name.empty() ? " " : " = ") + quoted(node.text);
  if (node.selection_start >= 0 && node.selection_start < node.selection_end && !is_secret(node))
    line += " selected text " + quoted(base::characters(node.text, static_cast<std::size_t>(node.selection_start),
                                                        static_cast<std::size_t>(node.selection_end)));
  if (!node.placeholder.empty() && node.text.empty()) line += " placeholder " + quoted(node.placeholder);
  if (!description_repeats(node)) line += " — " + quoted(node.description);
  return line + listed_actions(node);
}

}  // namespace secondseat::executor
