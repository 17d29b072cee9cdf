// Repaint: makes the server keep a window's own pixels, and waits until the application has painted those that were covered.
//
// Redirecting a window starts its pixmap with what is on the screen there, the pixels of other windows on top of it included.
// Those may belong to an application that nobody allowed to be seen, so a pixmap is used only when each such pixel has been
// painted over by its owner. AX thread only.
#pragma once

#include "desktop/x11/window_finder.hpp"

namespace secondseat::x11 {

/// Redirects the top-level window of `found`; `area` is what is wanted of its client, relative to it, at `client_on_root`.
/// Suspends until what other windows covered of it is the application's own paint. Bounded by the caller.
Task<Result<void>> redirect_and_await_paint(XConnection& x, const FoundWindow& found, Rect client_on_root, Rect area);

/// The common part; empty (no width, no height) where there is none.
Rect intersection(const Rect& a, const Rect& b);

}  // namespace secondseat::x11
