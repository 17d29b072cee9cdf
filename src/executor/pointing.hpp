// Pointing: which place in the window a pointer has to go to, and by what that place was chosen. Pure; any thread.
#pragma once

#include <optional>

#include "executor/state_book.hpp"
#include "secondseat/desktop.hpp"
#include "secondseat/executor.hpp"

namespace secondseat::executor {

struct Pointed {
  NativeRef element;  ///< the window itself for a place in the screenshot
  Point at;
  std::optional<NativeRef> frame;    ///< a place in the screenshot: the window has to be as it was in it
  std::optional<Landmark> landmark;  ///< an element: it has to be where it was
};

/// The part of its bounds that no container around it cuts off, or nothing.
std::optional<Rect> visible_part(const Tree& tree, const Node& node);

/// The middle of what is visible of the element. Refused: nothing is.
Result<Pointed> point_at(const Node& node, const WindowState& state);

/// The middle of what is visible of the element, or the place in the window that the pixel shows. Refused: nothing of the element
/// is visible; the state came without a screenshot, or with one that has no such pixel.
Result<Pointed> point_at(const Target& target, const WindowState& state);

}  // namespace secondseat::executor
