#include "executor/keyboard_route.hpp"

#include <utility>

#include "base/try.hpp"
#include "base/utf8.hpp"
#include "desktop/key_chord.hpp"
#include "executor/node_roles.hpp"
#include "executor/pointing.hpp"

namespace secondseat::executor {
namespace {

bool is_window(const Node& node) { return node.parent < 0; }

std::optional<Point> place_to_click(const Node& node, const WindowState& state) {
  const auto pointed = point_at(node, state);
  return pointed ? std::optional<Point>(pointed->at) : std::nullopt;
}

/// Inserting does what typing would: at a known caret, nothing selected that typing would replace, and no key in the text that means
/// something else to this element than its character.
bool can_be_inserted(const Node& node, const std::string& text) {
  const bool has_keys = text.find('\t') != text.npos || text.find('\r') != text.npos ||
                        (text.find('\n') != text.npos && !node.states.has(State::multi_line));
  return node.has_editable_text && node.states.has(State::editable) && node.caret >= 0 &&
         node.selection_start == node.selection_end && !has_keys;
}

}  // namespace

Result<Route> route_keys(const KeyChord& chord, const Node& subject, const WindowState& state) {
  SS_TRY(auto keys, desktop::parse_key_chord(chord.keys));
  Route route{"keyboard", PressKey{subject.ref, std::move(keys), place_to_click(subject, state)},
              expecting(subject, {State::showing})};
  if (is_window(subject)) route.expect = Expectation{subject.role, std::nullopt, {}};
  return route;
}

Result<Route> route_typing(const Typing& typing, const Node& subject, const WindowState& state) {
  SS_TRY_VOID(answers(subject));
  if (typing.text.empty())
    return fail(Layer::client, ErrorCode::invalid_argument, "there is no text to type",
                "To empty a field, use set_value with an empty value.");
  if (can_be_inserted(subject, typing.text))
    return Route{"editable_text", InsertText{subject.ref, subject.caret, typing.text},
                 expecting(subject, {State::showing, State::enabled, State::editable})};
  if (!subject.states.has(State::focusable) && !subject.states.has(State::focused))
    return refuse(subject, "cannot have the keyboard's focus", "Type into an element that is focusable.");
  TypeText type{subject.ref, typing.text, subject.caret, subject.caret, place_to_click(subject, state)};
  if (subject.selection_start != subject.selection_end) {
    type.from = subject.selection_start;
    type.to = subject.selection_end;
  }
  return Route{"keyboard", std::move(type), expecting(subject, {State::showing, State::enabled})};
}

std::optional<std::string> text_after_typing(const Node& element, const std::string& typed) {
  const bool is_whole = element.text.size() + 4 <= ReadLimits().string_bytes;  // longer ones were cut
  const bool has_known_text = holds_text(element) && !is_secret(element) && is_whole && base::is_utf8(element.text);
  if (!has_known_text || element.caret < 0) return std::nullopt;
  const bool replaces = element.selection_start >= 0 && element.selection_start != element.selection_end;
  const auto start = static_cast<std::size_t>(replaces ? element.selection_start : element.caret);
  const auto end = static_cast<std::size_t>(replaces ? element.selection_end : element.caret);
  const auto length = base::count_characters(element.text);
  if (start > length || end > length || end < start) return std::nullopt;
  return std::string(base::characters(element.text, 0, start)) + typed +
         std::string(base::characters(element.text, end, length));
}

}  // namespace secondseat::executor
