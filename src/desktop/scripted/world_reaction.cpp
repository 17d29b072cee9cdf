#include "desktop/scripted/world_reaction.hpp"

#include <algorithm>
#include <charconv>

#include "desktop/scripted/effects.hpp"
#include "desktop/scripted/names.hpp"

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
  template <class Input>
  std::string operator()(const Input&) {  // of a pointer or a keyboard: refused before it comes here
    return {};
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
  WorldApplication& application_;
  WorldElement& element_;
};

}  // namespace

const NativeRef& target_of(const NativeAction& action) {
  const auto* select = std::get_if<SelectItem>(&action);
  if (select != nullptr) return select->container;
  return std::visit(
      [](const auto& any) -> const NativeRef& {
        if constexpr (requires { any.element; })
          return any.element;
        else
          return any.container;
      },
      action);
}

Reply react(World& world, const std::string& application_id, const NativeAction& action) {
  auto* const application = world.application(application_id);
  auto* const element =
      application == nullptr ? nullptr : find_element(*application, element_id(target_of(action), application_id));
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
