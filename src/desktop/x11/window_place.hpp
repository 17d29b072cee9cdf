// WindowPlace: where on the screen a window is, and the frame: the text by which a picture names the window in that place and
// size. Who took a point from the picture compares it, because the point means something else once the window has moved.
// AX thread only.
#pragma once

#include "desktop/x11/x_connection.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::x11 {

/// Without its border, relative to the root.
Task<Result<Rect>> place_of(XConnection& x, xcb_window_t window);

/// What of the X window is the window of the accessibility tree, relative to the X window: all of it, or without the shadow that
/// GTK 4 draws around it itself. `size` is what the tree says; nobody else counts the shadow in or out the same way.
Task<Result<Rect>> part_in_tree(XConnection& x, xcb_window_t window, Rect place, Rect size);

NativeRef frame_of(xcb_window_t window, const Rect& on_root);

}  // namespace secondseat::x11
