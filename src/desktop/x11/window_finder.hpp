// WindowFinder: which X window a window of the accessibility tree is. The process is asked of the X server (XRes), never of a
// property, which says whatever its client wrote; title and size only choose among the windows of that one process.
// AX thread only.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "desktop/x11/x_connection.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::x11 {

struct Subject {
  pid_t pid = 0;
  std::string title;
  Rect on_screen;
};

/// A child of the root, bottom first.
struct TopLevel {
  xcb_window_t window = XCB_NONE;
  Rect outer;  ///< with its border
  bool viewable = false;
};

struct FoundWindow {
  xcb_window_t client = XCB_NONE;  ///< the application's own window
  std::size_t top_level = 0;       ///< the child of the root that it is or is in: an index into stack
  std::vector<TopLevel> stack;
  bool viewable = false;
  bool minimised = false;
  std::string because;  ///< one sentence; set when there is no window to choose
};

Task<Result<FoundWindow>> find_window(XConnection& x, Subject subject);

}  // namespace secondseat::x11
