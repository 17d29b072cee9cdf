#include "desktop/scripted/world_reaction.hpp"

#include <algorithm>
#include <charconv>

#include "desktop/scripted/effects.hpp"

namespace secondseat::scripted {
namespace {

/// Where the n-th character of UTF-8 starts, or the end.
std::size_t character_start(const std::string& text, int n) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const bool starts_one = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
    if (starts_one && n-- == 0) return at;
  }
  return at;
}

int characters(const std::string& text) {
  const auto starts_one = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; };
  return static_cast<int>(std::count_if(text.begin(), text.end(), starts_one));
}

void clear_everywhere(std::vector<WorldElement>& elements, State state) {
  for (auto& element : elements) {
    element.states.clear(state);
    clear_everywhere(element.children, state);
  }
}

/// Does the action itself and names the trigger whose effects follow; an empty one for an action that is not understood.
class Doing {
 public:
  Doing(WorldApplication& application, WorldElement& element) : application_(application), element_(element) {}

  std::string operator()(const Invoke& invoke) {
    const auto& known = element_.actions;
    return std::find(known.begin(), known.end(), invoke.action) == known.end() ? std::string() : invoke.action;
  }
  std::string operator()(const SetText& set) {
    if (!element_.has_editable_text) return {};
    if (!element_.states.has(State::editable)) return "nothing";
    element_.text = set.text;
    if (element_.max_length >= 0) element_.text.resize(character_start(element_.text, element_.max_length));
    element_.caret = characters(element_.text);
    element_.selection_start = element_.selection_end = -1;
    return "set_text";
  }
  std::string operator()(const SetNumber& set) {
    if (!element_.value) return {};
    auto& value = *element_.value;
    value.current = std::clamp(set.value, value.minimum, value.maximum);
    return "set_number";
  }
  std::string operator()(const SelectItem& select) {
    auto& rows = element_.children;
    const bool is_there = select.index_in_parent >= 0 && static_cast<std::size_t>(select.index_in_parent) < rows.size();
    if (!element_.has_selection || !is_there) return {};
    for (auto& row : rows) row.states.clear(State::selected);
    rows[static_cast<std::size_t>(select.index_in_parent)].states.set(State::selected);
    return "select";
  }
  std::string operator()(const GiveFocus&) {
    if (!element_.states.has(State::focusable)) return {};
    for (auto& window : application_.windows) clear_everywhere(window.elements, State::focused);
    element_.states.set(State::focused);
    return "focus";
  }
  std::string operator()(const ScrollIntoView&) {
    element_.states.set(State::showing);
    return "scroll";
  }
  std::string operator()(const InsertText& insert) {
    if (!element_.has_editable_text || insert.at > characters(element_.text)) return {};
    if (!element_.states.has(State::editable)) return "nothing";
    element_.caret = insert.at;
    element_.selection_start = element_.selection_end = -1;
    type(insert.text);
    return "set_text";
  }
  std::string operator()(const PressButton& press) {
    if (press.button == Button::right) return "right_click";
    if (press.button == Button::middle) return "middle_click";
    if (element_.states.has(State::focusable)) (*this)(GiveFocus{});
    if (press.count > 1) return press.count == 2 ? "double_click" : "triple_click";
    if (element_.states.has(State::selectable)) element_.states.set(State::selected);
    return element_.actions.empty() ? "click" : element_.actions.front();
  }
  std::string operator()(const DragPointer&) { return "drag"; }
  std::string operator()(const TurnWheel&) { return "scroll"; }
  std::string operator()(const PressKey&) {
    if (element_.states.has(State::focusable)) (*this)(GiveFocus{});
    return "key";
  }
  std::string operator()(const TypeText& typed) {
    if (element_.states.has(State::focusable)) (*this)(GiveFocus{});
    if (element_.has_editable_text && element_.states.has(State::editable)) type(typed.text);
    return "type";
  }
  std::string operator()(const SelectText& select) {
    const int length = characters(element_.text);
    const int start = std::clamp(select.start, 0, length);
    const int end = std::clamp(select.end, start, length);
    element_.caret = end;
    element_.selection_start = start == end ? -1 : start;
    element_.selection_end = start == end ? -1 : end;
    return "select_text";
  }

 private:
  /// In place of what is selected, at the caret, which comes to stand after it.
  void type(const std::string& typed) {
    auto& text = element_.text;
    const bool replaces = element_.selection_start >= 0;
    const int first = replaces ? element_.selection_start : std::max(element_.caret, 0);
    const auto from = character_start(text, first);
    const auto to = replaces ? character_start(text, element_.selection_end) : from;
    text.replace(from, to - from, typed);
    if (element_.max_length >= 0) text.resize(character_start(text, element_.max_length));
    element_.caret = std::min(first + characters(typed), characters(text));
    element_.selection_start = element_.selection_end = -1;
  }

  WorldApplication& application_;
  WorldElement& element_;
};

}  // namespace

Reply react(World& world, const std::string& application_id, const std::string& receiver, const NativeAction& action) {
  auto* const application = world.application(application_id);
  auto* const element = application == nullptr ? nullptr : find_element(*application, receiver);
  if (element == nullptr) return Reply::no;
  const auto answer = element->answer;
  if (answer == Answer::rejects) return Reply::no;
  if (answer == Answer::lies || !element->states.has(State::enabled)) return Reply::yes;

  const auto trigger = std::visit(Doing(*application, *element), action);
  if (trigger.empty()) return Reply::no;
  if (const auto effects = element->on.find(trigger); effects != element->on.end()) {
    const auto deeds = effects->second;  // a copy: a deed may remove the very element
    for (const auto& effect : deeds) happen(*application, effect);
  }
  return answer == Answer::silent ? Reply::nothing : Reply::yes;
}

}  // namespace secondseat::scripted
