#include "executor/action_kinds.hpp"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "executor/find_node.hpp"
#include "executor/keyboard_route.hpp"
#include "executor/pointer_route.hpp"
#include "executor/scroll_route.hpp"

namespace secondseat::executor {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

/// The innermost, where a container says of itself what is true of something in it.
const Node* focused(const Tree& tree) {
  const auto found = std::find_if(tree.nodes.rbegin(), tree.nodes.rend(),
                                  [](const Node& node) { return node.parent >= 0 && node.states.has(State::focused); });
  return found == tree.nodes.rend() ? nullptr : &*found;
}

}  // namespace

std::vector<int> elements_of(const Action& action) {
  std::vector<int> elements;
  const auto add = [&elements](const Target& target) {
    if (const auto* number = std::get_if<int>(&target)) elements.push_back(*number);
  };
  const auto add_if_named = [&elements](std::optional<int> element) {
    if (element) elements.push_back(*element);
  };
  std::visit(Overloaded{[&](const Click& click) { add(click.at); },
                        [&](const Drag& drag) {
                          add(drag.from);
                          add(drag.to);
                        },
                        [&](const Scroll& scroll) { add_if_named(scroll.element); },
                        [&](const Typing& typing) { add_if_named(typing.element); }, [](const KeyChord&) {},
                        [&](const auto& of_one) { elements.push_back(of_one.element); }},
             action);
  return elements;
}

std::string in_words(const Action& action) {
  const auto elements = elements_of(action);
  const auto kind = to_string(kind_of(action));
  return elements.empty() ? std::string(kind) : fmt::format("{} on element {}", kind, elements.front());
}

ActionKind kind_of(const Action& action) {
  return std::visit(
      Overloaded{[](const Click&) { return ActionKind::click; }, [](const SetValue&) { return ActionKind::set_value; },
                 [](const SecondaryAction&) { return ActionKind::perform_secondary_action; },
                 [](const TextSelection&) { return ActionKind::select_text; },
                 [](const Scroll&) { return ActionKind::scroll; }, [](const Drag&) { return ActionKind::drag; },
                 [](const KeyChord&) { return ActionKind::press_key; },
                 [](const Typing&) { return ActionKind::type_text; }},
      action);
}

Result<const Node*> subject_of(const Action& action, const WindowState& state) {
  const auto elements = elements_of(action);
  if (!elements.empty()) return state.element(elements.front());
  const auto& window = state.tree.nodes.front();
  if (std::holds_alternative<Scroll>(action)) return &scrolling_area(state.tree, window);
  const bool is_for_the_focus = std::holds_alternative<KeyChord>(action) || std::holds_alternative<Typing>(action);
  const auto* has_focus = is_for_the_focus ? focused(state.tree) : nullptr;
  if (has_focus != nullptr) return has_focus;
  if (std::holds_alternative<Typing>(action))
    return fail(Layer::client, ErrorCode::invalid_argument, "nothing in this window has the focus",
                "Pass the element to type into.");
  return &window;
}

Result<Route> route_for(const Action& action, const Node& subject, const WindowState& state) {
  return std::visit(
      Overloaded{[&](const Click& click) { return route_press(click, subject, state); },
                 [&](const SetValue& set) { return route_set_value(subject, set.value); },
                 [&](const SecondaryAction& secondary) { return route_secondary(subject, secondary.action); },
                 [&](const TextSelection& selection) { return route_selection(subject, selection); },
                 [&](const Scroll& scroll) { return route_scroll(scroll, subject, state); },
                 [&](const Drag& drag) { return route_drag(drag, subject, state); },
                 [&](const KeyChord& chord) { return route_keys(chord, subject, state); },
                 [&](const Typing& typing) { return route_typing(typing, subject, state); }},
      action);
}

bool nothing_to_do(const Action& action, const Node& node) {
  const auto* set = std::get_if<SetValue>(&action);
  return set != nullptr && node.states.has(State::enabled) && already_has(node, set->value);
}

std::size_t bytes_to_read_back(const Action& action) {
  constexpr std::size_t application_adds_at_most = 1024;
  const auto usual = ReadLimits{}.string_bytes;
  if (const auto* set = std::get_if<SetValue>(&action))
    return std::max(usual, set->value.size() + application_adds_at_most);
  if (const auto* typing = std::get_if<Typing>(&action)) return usual + typing->text.size() + application_adds_at_most;
  return usual;
}

Evidence judge(const Action& action, const Route& route, const Node& before, const Tree& tree, Change change) {
  if (const auto* scroll = std::get_if<Scroll>(&action)) return judge_scroll(*scroll, route, tree, change);
  const auto* found = find_node(tree, before.ref);
  const auto after = found == nullptr ? std::nullopt : std::optional<Node>(*found);
  if (const auto* set = std::get_if<SetValue>(&action)) return judge_value(before, after, set->value);
  if (const auto* typing = std::get_if<Typing>(&action))
    return judge_typing(before, after, text_after_typing(before, typing->text), change);
  if (std::holds_alternative<GiveFocus>(route.action)) return judge_focus(after);
  if (const auto* selection = std::get_if<SelectText>(&route.action))
    return judge_selection(before, after, {selection->start, selection->end});
  return judge_change(change);
}

}  // namespace secondseat::executor
