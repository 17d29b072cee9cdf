#include "executor/evidence.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/utf8.hpp"
#include "executor/node_roles.hpp"
#include "executor/route.hpp"

namespace secondseat::executor {
namespace {

constexpr std::size_t shown_bytes = 200;

Evidence differs(const std::string& what_is_there) {
  return {Outcome::unverified, "value_readback",
          fmt::format("The application took the request but holds {} now. Do not assume it was set.", what_is_there)};
}

bool same_number(double is, const std::string& wanted) {
  double number = 0;
  std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
  return std::abs(is - number) <= 1e-9 * std::max(1.0, std::abs(number));
}

}  // namespace

Evidence judge_value(const Node& before, const std::optional<Node>& after, const std::string& wanted) {
  if (is_secret(before)) return {Outcome::unverified, "", "It is a password field; its content is never read back."};
  if (!after) return {Outcome::unverified, "tree_delta", "The element is gone, so its value could not be read back."};
  if (after->states.has(State::checkable)) {
    if (already_has(*after, wanted)) return {Outcome::confirmed, "value_readback", ""};
    return differs(after->states.has(State::checked) ? "on" : "off");
  }
  if (after->value && !holds_text(*after)) {
    if (same_number(after->value->current, wanted)) return {Outcome::confirmed, "value_readback", ""};
    return differs(fmt::format("{}", after->value->current));
  }
  if (after->text == wanted) return {Outcome::confirmed, "value_readback", ""};
  return differs(fmt::format("\"{}\"", base::escape_shown(after->text, shown_bytes)));
}

Evidence judge_click(Change change) {
  switch (change) {
    case Change::window: return {Outcome::confirmed, "window_change", ""};
    case Change::tree: return {Outcome::confirmed, "tree_delta", ""};
    case Change::none: break;
  }
  return {Outcome::unverified, "",
          "The application took the click, but nothing visible changed. It may have worked all the same; do not repeat "
          "it blindly."};
}

Evidence judge_focus(const std::optional<Node>& after) {
  if (after && after->states.has(State::focused)) return {Outcome::confirmed, "focus", ""};
  return {Outcome::unverified, "", "The application took the request, but the element does not report the focus."};
}

}  // namespace secondseat::executor
