// Places: where an element is in its window. Toolkits give the items of an open menu places in the menu's own window; on the screen
// they are where they are, and only GTK 4 does not know where that is. AX thread only.
#pragma once

#include <cstdint>
#include <optional>

#include "desktop/atspi/connection.hpp"

namespace secondseat::atspi {

enum class Coordinates : std::uint32_t { screen = 0, window = 1 };

/// Asks an element for its place.
Call extents_of(Connection& connection, const ElementAddress& element, Coordinates coordinates);

/// What turns an element's place, as the toolkit tells it, into one in the window.
class Places {
 public:
  Places() = default;
  /// From the window's own place, told both ways; either may be missing.
  Places(Dialect dialect, std::optional<Message::Extents> on_screen, std::optional<Message::Extents> in_window);

  /// What elements are to be asked for.
  Coordinates coordinates() const { return origin_ ? Coordinates::screen : Coordinates::window; }
  /// Relative to the window's top left corner; an empty one is another way to say "nowhere".
  Rect in_window(const Message::Extents& told) const;
  /// The other way round.
  Point told(Point in_window) const;

 private:
  std::optional<Point> origin_;  // of window coordinates, on the screen
};

/// As of now. Without a place of its own the window's elements have to be believed as they tell.
Task<Places> find_places(Connection& connection, Dialect dialect, ElementAddress window);

}  // namespace secondseat::atspi
