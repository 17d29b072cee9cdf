// ElementAddress: where an accessible object lives: the unique name of its application's connection, and a path there. Its text
// form is what a NativeRef of this backend holds. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "secondseat/desktop.hpp"

namespace secondseat::atspi {

struct ElementAddress {
  std::string bus_name;  ///< ":1.5"; a bus never gives it to anybody else
  std::string path;      ///< "/org/a11y/atspi/accessible/12"
  bool operator==(const ElementAddress&) const = default;

  /// ":1.5/org/a11y/atspi/accessible/12"
  NativeRef ref() const { return {bus_name + path}; }
};

/// ":" and then digits and dots, as the bus daemon makes them.
bool is_unique_name(std::string_view name);
/// As the D-Bus specification has it, and not longer than a reference may be.
bool is_object_path(std::string_view path);

/// Nothing, unless it is exactly what ref() makes.
std::optional<ElementAddress> parse_element(const NativeRef& ref);

}  // namespace secondseat::atspi
