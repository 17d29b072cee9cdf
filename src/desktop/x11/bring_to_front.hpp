// BringToFront: asks for a window to be on top and to have the keyboard's focus, and watches for it to happen. AX thread only.
#pragma once

#include "desktop/x11/window_finder.hpp"

namespace secondseat::x11 {

/// Events about stacking, places and focus come while this lives.
class FrontWatch {
 public:
  FrontWatch(XConnection& x, xcb_window_t client);
  FrontWatch(const FrontWatch&) = delete;
  FrontWatch& operator=(const FrontWatch&) = delete;
  ~FrontWatch();

 private:
  void select(std::uint32_t on_root, std::uint32_t on_client);
  XConnection& x_;
  xcb_window_t client_;
};

/// Asks the window manager, or does it where there is none. ErrorCode::unsupported if there is one that cannot be asked.
Task<Result<void>> bring_to_front(XConnection& x, xcb_window_t client, xcb_window_t top_level);

}  // namespace secondseat::x11
