// Dialect: in what the toolkits differ, so that the rest need not know. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "desktop/atspi/state_bits.hpp"
#include "secondseat/clock.hpp"

namespace secondseat::atspi {

enum class Dialect {
  unknown,
  plain,       ///< all properties at once
  gtk4,        ///< the same, but it knows no places on the screen, nor what was scrolled away
  one_by_one,  ///< Qt 5 reads past the end of a GetAll call's arguments
};

Dialect to_dialect(std::string_view toolkit, std::string_view version);

/// What tells whether an element is on the screen, when its window is in this state.
ShownBy shown_by(Dialect dialect, StateBits window);

/// How long after its answer to an action an element may begin to do it: GTK 4 shows its buttons pressed for 250 ms first.
Clock::Duration press_time(Dialect dialect);

/// The name that somebody gave the element. GTK 4.8 calls those without a name by their class.
std::string given_name(Dialect dialect, std::string name);

/// GTK 4.8 calls an entry whose characters are hidden a plain text, and hands out what was typed. Nothing on the bus tells it from
/// others but its name, so by that we take it for what it is: better one text withheld too many.
std::string_view honest_role(Dialect dialect, std::string_view role, StateBits bits, std::string_view name);

/// True if a person who reads it would expect a secret in the field.
bool names_a_secret(std::string_view name);

}  // namespace secondseat::atspi
