#include "executor/route.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/try.hpp"
#include "base/utf8.hpp"
#include "executor/node_roles.hpp"
#include "executor/text_range.hpp"

namespace secondseat::executor {
namespace {

/// As the state lists them.
std::string shown_actions(const Node& node) {
  std::string names;
  for (const auto& action : node.actions) names += (names.empty() ? "" : ", ") + base::escape_shown(action, 40);
  return names;
}

Result<double> parse_number(const Node& node, const std::string& text) {
  double number = 0;
  const auto end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  if (parsed.ec != std::errc{} || parsed.ptr != end || !std::isfinite(number))
    return fail(Layer::client, ErrorCode::invalid_argument, fmt::format("this {} takes a number", node.role),
                fmt::format("Pass a value from {} to {}, with a point for decimals.", node.value->minimum,
                            node.value->maximum));
  return number;
}

Result<Route> route_number(const Node& node, const std::string& text) {
  SS_TRY(const auto number, parse_number(node, text));
  const auto& range = *node.value;
  if (range.minimum < range.maximum && (number < range.minimum || number > range.maximum))
    return fail(Layer::client, ErrorCode::invalid_argument,
                fmt::format("{} is out of this {}'s range", number, node.role),
                fmt::format("Pass a value from {} to {}.", range.minimum, range.maximum));
  return Route{"value", SetNumber{node.ref, number}, expecting(node, {State::showing, State::enabled})};
}

}  // namespace

tl::unexpected<Error> refuse(const Node& node, std::string_view why, std::string hint) {
  return fail(Layer::application, ErrorCode::unsupported, fmt::format("this {} {}", node.role, why), std::move(hint));
}

Result<void> answers(const Node& node) {
  if (!node.states.has(State::enabled))
    return refuse(node, "is disabled", "Do what enables it first, then read again.");
  if (!node.states.has(State::showing))
    return refuse(node, "is not showing", "Only what is on the screen can be acted on; read again once it is.");
  return {};
}

Expectation expecting(const Node& node, States required) { return {node.role, node.name, required}; }

std::optional<Route> route_menu(const Node& node) {
  const auto action = menu_action(node);
  if (!action) return std::nullopt;
  return Route{fmt::format("action {}", *action), Invoke{node.ref, *action},
               expecting(node, {State::showing, State::enabled})};
}

Result<Route> route_click(const Node& node) {
  SS_TRY_VOID(answers(node));
  const auto expect = expecting(node, {State::showing, State::enabled});
  if (const auto action = primary_action(node))
    return Route{fmt::format("action {}", *action), Invoke{node.ref, *action}, expect};
  if (holds_text(node) && node.states.has(State::focusable)) return Route{"focus", GiveFocus{node.ref}, expect};
  return refuse(node, "offers nothing that a click means",
                "Click an element that lists an action, or one inside or around it.");
}

Result<Route> route_secondary(const Node& node, const std::string& action) {
  SS_TRY_VOID(answers(node));
  const auto named = action_named(node, action);
  if (!named)
    return refuse(node, "has no action of that name",
                  node.actions.empty() ? std::string("It has none; click it instead.")
                                       : fmt::format("It has: {}.", shown_actions(node)));
  return Route{fmt::format("action {}", *named), Invoke{node.ref, *named},
               expecting(node, {State::showing, State::enabled})};
}

Result<Route> route_selection(const Node& node, const TextSelection& wanted) {
  SS_TRY_VOID(answers(node));
  if (is_secret(node)) return refuse(node, "keeps its content secret");
  SS_TRY(const auto range, find_range(node.text, wanted));
  return Route{"text", SelectText{node.ref, range.start, range.end}, expecting(node, {State::showing, State::enabled})};
}

Result<bool> parse_switch(std::string_view value) {
  constexpr std::array<std::string_view, 5> yes{"on", "true", "checked", "yes", "1"};
  constexpr std::array<std::string_view, 5> no{"off", "false", "unchecked", "no", "0"};
  for (const auto word : yes)
    if (value == word) return true;
  for (const auto word : no)
    if (value == word) return false;
  return fail(Layer::client, ErrorCode::invalid_argument, "this element is either on or off",
              "Pass \"on\" or \"off\".");
}

bool already_has(const Node& node, const std::string& value) {
  if (!node.states.has(State::checkable)) return false;
  const auto wanted = parse_switch(value);
  return wanted && *wanted == node.states.has(State::checked) && !node.states.has(State::mixed);
}

Result<Route> route_set_value(const Node& node, const std::string& value) {
  SS_TRY_VOID(answers(node));
  if (node.states.has(State::checkable)) {
    SS_TRY_VOID(parse_switch(value));
    return route_click(node);
  }
  if (node.value && !is_secret(node) && !holds_text(node)) return route_number(node, value);
  if (!node.has_editable_text)
    return refuse(node, "has no value that can be set", "Click it, or act on an element inside it.");
  if (!node.states.has(State::editable)) return refuse(node, "is read-only");
  return Route{"editable_text", SetText{node.ref, value},
               expecting(node, {State::showing, State::enabled, State::editable})};
}

}  // namespace secondseat::executor
