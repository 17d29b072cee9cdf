#include "desktop/scripted/words.hpp"

#include <array>
#include <utility>

namespace secondseat::scripted {
namespace {

using Deed = Effect::Deed;

template <class Value, std::size_t size>
using Table = std::array<std::pair<std::string_view, Value>, size>;

constexpr Table<State, 20> states{
    {{"showing", State::showing},     {"enabled", State::enabled},       {"editable", State::editable},
     {"focusable", State::focusable}, {"focused", State::focused},       {"checkable", State::checkable},
     {"checked", State::checked},     {"mixed", State::mixed},           {"expandable", State::expandable},
     {"expanded", State::expanded},   {"selectable", State::selectable}, {"selected", State::selected},
     {"pressed", State::pressed},     {"required", State::required},     {"invalid", State::invalid},
     {"busy", State::busy},           {"modal", State::modal},           {"multi_line", State::multi_line},
     {"has_popup", State::has_popup}, {"active", State::active}}};

constexpr Table<Deed, 12> deeds{{{"count", Deed::count},
                                 {"set_text", Deed::set_text},
                                 {"copy_text", Deed::copy_text},
                                 {"rename", Deed::rename},
                                 {"add_row", Deed::add_row},
                                 {"remove", Deed::remove},
                                 {"set_state", Deed::set_state},
                                 {"clear_state", Deed::clear_state},
                                 {"toggle_state", Deed::toggle_state},
                                 {"open_window", Deed::open_window},
                                 {"close_window", Deed::close_window},
                                 {"quit", Deed::quit}}};

constexpr Table<Answer, 4> answers{
    {{"honest", Answer::honest}, {"lies", Answer::lies}, {"rejects", Answer::rejects}, {"silent", Answer::silent}}};

template <class Value, std::size_t size>
std::optional<Value> look_up(const Table<Value, size>& table, std::string_view word) {
  for (const auto& [name, value] : table)
    if (name == word) return value;
  return std::nullopt;
}

/// What a role brings: states, the one action, and abilities.
struct RoleTraits {
  std::string_view role;
  std::vector<State> states;
  std::string_view action;
  bool text = false;
  bool selection = false;
};

const std::vector<RoleTraits>& role_traits() {
  static const std::vector<RoleTraits> table{
      {"push button", {State::focusable}, "press"},
      {"toggle button", {State::focusable, State::checkable}, "toggle"},
      {"check box", {State::focusable, State::checkable}, "toggle"},
      {"radio button", {State::focusable, State::checkable}, "select"},
      {"link", {State::focusable}, "jump"},
      {"menu item", {}, "click"},
      {"check menu item", {State::checkable}, "click"},
      {"text", {State::focusable, State::editable}, "activate", true},
      {"entry", {State::focusable, State::editable}, "activate", true},
      {"password text", {State::focusable, State::editable}, "activate", true},
      {"spin button", {State::focusable, State::editable}, ""},
      {"slider", {State::focusable}, ""},
      {"combo box", {State::focusable, State::has_popup}, "press", false, true},
      {"list", {}, "", false, true},
      {"list box", {}, "", false, true},
      {"list item", {State::selectable}, ""},
      {"page tab list", {}, "", false, true},
      {"page tab", {State::selectable}, ""},
  };
  return table;
}

}  // namespace

std::optional<State> state_named(std::string_view word) { return look_up(states, word); }
std::optional<Deed> deed_named(std::string_view word) { return look_up(deeds, word); }
std::optional<Answer> answer_named(std::string_view word) { return look_up(answers, word); }

WorldElement of_role(std::string_view role) {
  WorldElement made;
  made.role = role;
  for (const auto& traits : role_traits()) {
    if (traits.role != role) continue;
    for (const auto state : traits.states) made.states.set(state);
    if (!traits.action.empty()) made.actions.emplace_back(traits.action);
    made.has_editable_text = traits.text;
    made.has_selection = traits.selection;
    if (traits.text) made.caret = 0;
  }
  return made;
}

}  // namespace secondseat::scripted
