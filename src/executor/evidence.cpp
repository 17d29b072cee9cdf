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

Evidence judge_typing(const Node& before, const std::optional<Node>& after, const std::optional<std::string>& wanted,
                      Change change) {
  if (is_secret(before)) return {Outcome::unverified, "", "It is a password field; its content is never read back."};
  if (!wanted || change == Change::window) return judge_change(change);
  return judge_value(before, after, *wanted);
}

Evidence judge_change(Change change) {
  switch (change) {
    case Change::window: return {Outcome::confirmed, "window_change", ""};
    case Change::tree: return {Outcome::confirmed, "tree_delta", ""};
    case Change::none: break;
  }
  return {Outcome::unverified, "",
          "It was sent, but nothing visible changed. It may have worked all the same; do not repeat it blindly."};
}

Evidence judge_focus(const std::optional<Node>& after) {
  if (after && after->states.has(State::focused)) return {Outcome::confirmed, "focus", ""};
  return {Outcome::unverified, "", "The application took the request, but the element does not report the focus."};
}

Evidence judge_selection(const Node& before, const std::optional<Node>& after, TextRange wanted) {
  if (!after)
    return {Outcome::unverified, "tree_delta", "The element is gone, so its selection could not be read back."};
  if (after->text != before.text)
    return {Outcome::unverified, "selection",
            "The text has changed meanwhile; something else may be selected. Read it again."};
  const bool is_caret = wanted.start == wanted.end;
  const bool none_selected = after->selection_start == after->selection_end;
  const bool is_there = is_caret ? none_selected && after->caret == wanted.start
                                 : after->selection_start == wanted.start && after->selection_end == wanted.end;
  if (is_there) return {Outcome::confirmed, "selection", ""};
  if (none_selected)
    return {Outcome::unverified, "selection",
            fmt::format("Nothing is selected now; the caret is after character {}.", after->caret)};
  const auto selected = base::characters(after->text, static_cast<std::size_t>(after->selection_start),
                                         static_cast<std::size_t>(after->selection_end));
  return {Outcome::unverified, "selection",
          fmt::format("What is selected now is \"{}\".", base::escape_shown(selected, shown_bytes))};
}

}  // namespace secondseat::executor
