// StateBits: AT-SPI's two words of state, and what they mean to us. Any thread.
#pragma once

#include <cstdint>
#include <string_view>

#include "secondseat/desktop.hpp"

namespace secondseat::atspi {

/// The numbers of AtspiStateType that we look at; they are part of the protocol.
enum class AtspiState : std::uint8_t {
  active = 1,
  busy = 3,
  checked = 4,
  defunct = 6,
  editable = 7,
  enabled = 8,
  expandable = 9,
  expanded = 10,
  focusable = 11,
  focused = 12,
  iconified = 15,
  modal = 16,
  multi_line = 17,
  pressed = 20,
  selectable = 22,
  selected = 23,
  sensitive = 24,
  showing = 25,
  visible = 30,
  manages_descendants = 31,
  indeterminate = 32,
  required = 33,
  invalid_entry = 36,
  checkable = 41,
  has_popup = 42,
  read_only = 43,
};

struct StateBits {
  std::uint64_t bits = 0;
  bool has(AtspiState state) const { return ((bits >> static_cast<unsigned>(state)) & 1U) != 0; }
};

/// What proves that an element is on the screen. GTK 4.8 takes `showing` from everything below a window that is covered or not
/// mapped; there only `visible` says something.
enum class ShownBy { showing, visible };

bool is_shown(StateBits bits, ShownBy by);
/// The role helps where toolkits leave a state out: GTK 3 does not call its check boxes checkable.
States to_states(StateBits bits, std::string_view role, ShownBy by);

}  // namespace secondseat::atspi
