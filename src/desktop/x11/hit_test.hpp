// HitTest: which windows a press at a place of the screen would reach, or which ones have the keyboard's focus in them. True only
// while the server is grabbed. AX thread only.
#pragma once

#include <vector>

#include "desktop/x11/process_clients.hpp"
#include "desktop/x11/x_connection.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::x11 {

/// From a child of the root down to the deepest, shapes for input regarded; empty where only the root is.
Task<Result<std::vector<xcb_window_t>>> windows_at(XConnection& x, Point on_root);

/// From a child of the root down to the window itself.
Task<Result<std::vector<xcb_window_t>>> windows_down_to(XConnection& x, xcb_window_t window);

/// The input goes to `client` or to what is inside it, and all of that is the application's own.
bool reaches(const std::vector<xcb_window_t>& path, xcb_window_t client, const ProcessClients& application);

/// The topmost menu or the like on the screen is the application's own: then it is the application that holds the pointer and
/// the keyboard.
Task<Result<bool>> has_open_menu(XConnection& x, ProcessClients application);

}  // namespace secondseat::x11
