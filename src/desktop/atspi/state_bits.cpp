#include "desktop/atspi/state_bits.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace secondseat::atspi {
namespace {

// One to one; those that need a second look are in to_states().
constexpr std::array<std::pair<AtspiState, State>, 16> same_meaning{{{AtspiState::focusable, State::focusable},
                                                                     {AtspiState::focused, State::focused},
                                                                     {AtspiState::checkable, State::checkable},
                                                                     {AtspiState::checked, State::checked},
                                                                     {AtspiState::indeterminate, State::mixed},
                                                                     {AtspiState::expandable, State::expandable},
                                                                     {AtspiState::expanded, State::expanded},
                                                                     {AtspiState::selectable, State::selectable},
                                                                     {AtspiState::selected, State::selected},
                                                                     {AtspiState::pressed, State::pressed},
                                                                     {AtspiState::required, State::required},
                                                                     {AtspiState::invalid_entry, State::invalid},
                                                                     {AtspiState::busy, State::busy},
                                                                     {AtspiState::modal, State::modal},
                                                                     {AtspiState::multi_line, State::multi_line},
                                                                     {AtspiState::has_popup, State::has_popup}}};

constexpr std::array<std::string_view, 4> always_checkable{"check box", "check menu item", "radio button",
                                                           "radio menu item"};

}  // namespace

bool is_shown(StateBits bits, ShownBy by) {
  if (bits.has(AtspiState::defunct)) return false;
  return bits.has(AtspiState::showing) || (by == ShownBy::visible && bits.has(AtspiState::visible));
}

States to_states(StateBits bits, std::string_view role, ShownBy by) {
  States states;
  for (const auto& [theirs, ours] : same_meaning)
    if (bits.has(theirs)) states.set(ours);
  if (is_shown(bits, by)) states.set(State::showing);
  if (bits.has(AtspiState::sensitive) || bits.has(AtspiState::enabled)) states.set(State::enabled);
  if (bits.has(AtspiState::editable) && !bits.has(AtspiState::read_only)) states.set(State::editable);
  if (bits.has(AtspiState::active)) states.set(State::active);
  if (std::ranges::find(always_checkable, role) != always_checkable.end()) states.set(State::checkable);
  return states;
}

}  // namespace secondseat::atspi
