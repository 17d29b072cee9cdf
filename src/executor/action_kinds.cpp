#include "executor/action_kinds.hpp"

#include <algorithm>
#include <variant>

namespace secondseat::executor {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

}  // namespace

int element_of(const Action& action) {
  return std::visit([](const auto& of_any_kind) { return of_any_kind.element; }, action);
}

ActionKind kind_of(const Action& action) {
  return std::visit(
      Overloaded{[](const Click&) { return ActionKind::click; }, [](const SetValue&) { return ActionKind::set_value; },
                 [](const SecondaryAction&) { return ActionKind::perform_secondary_action; },
                 [](const TextSelection&) { return ActionKind::select_text; }},
      action);
}

Result<Route> route_for(const Action& action, const Node& node) {
  return std::visit(
      Overloaded{[&](const Click&) { return route_click(node); },
                 [&](const SetValue& set) { return route_set_value(node, set.value); },
                 [&](const SecondaryAction& secondary) { return route_secondary(node, secondary.action); },
                 [&](const TextSelection& selection) { return route_selection(node, selection); }},
      action);
}

bool nothing_to_do(const Action& action, const Node& node) {
  const auto* set = std::get_if<SetValue>(&action);
  return set != nullptr && node.states.has(State::enabled) && already_has(node, set->value);
}

std::size_t bytes_to_read_back(const Action& action) {
  constexpr std::size_t application_adds_at_most = 1024;
  const auto* set = std::get_if<SetValue>(&action);
  const auto usual = ReadLimits{}.string_bytes;
  return set == nullptr ? usual : std::max(usual, set->value.size() + application_adds_at_most);
}

Evidence judge(const Action& action, const Route& route, const Node& before, const std::optional<Node>& after,
               Change change) {
  if (const auto* set = std::get_if<SetValue>(&action)) return judge_value(before, after, set->value);
  if (std::holds_alternative<GiveFocus>(route.action)) return judge_focus(after);
  if (const auto* selection = std::get_if<SelectText>(&route.action))
    return judge_selection(before, after, {selection->start, selection->end});
  return judge_click(change);
}

}  // namespace secondseat::executor
