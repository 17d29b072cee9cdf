// Target: the X window that input is aimed at, and where it is now. AX thread only.
#pragma once

#include <optional>

#include "desktop/seat.hpp"
#include "desktop/x11/process_clients.hpp"

namespace secondseat::x11 {

struct Target {
  ProcessClients application;
  xcb_window_t client = XCB_NONE;
  xcb_window_t top_level = XCB_NONE;  ///< the child of the root that it is or is in
  Rect in_tree;                       ///< the window, as the tree has it
  std::optional<NativeRef> frame;     ///< what it has to be in still
};

/// ErrorCode::stale, with a sentence, if the application has no such window.
Task<Result<Target>> find_target(XConnection& x, desktop::Aim aim);

/// The window of the tree, on the root. ErrorCode::stale if it is not in its frame any more.
Task<Result<Rect>> present_place(XConnection& x, const Target& target);

}  // namespace secondseat::x11
