#include "executor/node_roles.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "executor/told_words.hpp"

namespace secondseat::executor {
namespace {

template <std::size_t N>
bool one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string lower(std::string_view name) {
  std::string text(name);
  for (auto& letter : text)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return text;
}

// What a click means, best first: GTK says click, Qt press and toggle, Chromium dodefault, press or jump, LibreOffice click.
constexpr std::array<std::string_view, 14> click_preference{
    "click", "press",   "push",   "dodefault", "activate",           "jump",   "toggle",
    "check", "uncheck", "select", "open",      "expand or contract", "switch", "showmenu"};

// In the words of Qt, Chromium and GTK.
constexpr std::array<std::string_view, 4> menu_actions{"showmenu", "showcontextmenu", "show menu", "menu.popup"};

constexpr std::array<std::string_view, 8> text_roles{"text",          "entry",        "password text", "terminal",
                                                     "document text", "document web", "paragraph",     "editbar"};
constexpr std::array<std::string_view, 14> arranging_roles{
    "filler",           "panel",   "viewport", "scroll pane", "section", "layered pane",     "split pane",
    "redundant object", "unknown", "grouping", "generic",     "box",     "content deletion", "root pane"};
// These are there for what they say, and say nothing.
constexpr std::array<std::string_view, 6> empty_roles{"label", "static", "caption", "paragraph", "form", "separator"};
// Qt and Chromium give these to each element; Chromium's means that a click means nothing here.
constexpr std::array<std::string_view, 3> given_to_each{"setfocus", "showcontextmenu", "dodefault"};
constexpr std::array<std::string_view, 5> labelling_roles{"label", "static", "image", "icon", "caption"};
constexpr std::array<std::string_view, 7> row_roles{"list",       "list box",  "table", "tree",
                                                    "tree table", "icon view", "menu"};

}  // namespace

std::optional<std::string> primary_action(const Node& node) {
  if (holds_text(node)) return std::nullopt;
  for (const auto wanted : click_preference)
    for (const auto& action : node.actions)
      if (lower(action) == wanted) return action;
  return std::nullopt;
}

std::optional<std::string> menu_action(const Node& node) {
  const auto opens_menu = [](const std::string& action) { return one_of(lower(action), menu_actions); };
  const auto found = std::find_if(node.actions.begin(), node.actions.end(), opens_menu);
  if (found == node.actions.end() || *found == primary_action(node)) return std::nullopt;
  return *found;
}

std::vector<std::string> secondary_actions(const Node& node) {
  const auto primary = primary_action(node);
  std::vector<std::string> worth_naming;
  for (const auto& action : node.actions) {
    const bool class_wide = action.find('.') != std::string::npos;
    const bool known = std::find(worth_naming.begin(), worth_naming.end(), action) != worth_naming.end();
    const bool given = one_of(lower(action), given_to_each);
    if (!action.empty() && !class_wide && !given && !known && action != primary) worth_naming.push_back(action);
  }
  return worth_naming;
}

std::optional<std::string> action_named(const Node& node, const std::string& name) {
  std::optional<std::string> alike;
  for (const auto& action : node.actions) {
    if (action == name) return action;
    if (lower(action) != lower(name)) continue;
    if (alike && *alike != action) return std::nullopt;
    alike = action;
  }
  return alike;
}

bool holds_text(const Node& node) { return one_of(node.role, text_roles); }

bool is_secret(const Node& node) { return node.role == "password text"; }

bool can_be_used(const Node& node) {
  return !node.actions.empty() || node.has_editable_text || node.value || node.states.has(State::focusable) ||
         node.states.has(State::checkable) || node.states.has(State::editable);
}

bool acts(const Node& node) {
  const auto action = primary_action(node);
  return action && !one_of(lower(*action), given_to_each);
}

bool only_arranges_by_role(const Node& node) { return one_of(node.role, arranging_roles); }

bool only_wraps(const Node& node) {
  return only_arranges_by_role(node) || node.role == "combo box" || node.role == "scroll bar";
}

bool only_arranges(const Node& node) {
  // LibreOffice's separators can be pressed, they say, but never work.
  const bool can_act = acts(node) && (node.role != "separator" || node.states.has(State::enabled));
  return (only_arranges_by_role(node) || one_of(node.role, empty_roles)) && node.name.empty() &&
         node.description.empty() && node.text.empty() && !tells_value(node) && !can_act &&
         !node.states.has(State::focused) && !node.states.has(State::editable) && !node.states.has(State::expandable);
}

bool only_labels(const Node& node) { return one_of(node.role, labelling_roles); }

bool holds_rows(const Node& node) { return one_of(node.role, row_roles); }

}  // namespace secondseat::executor
