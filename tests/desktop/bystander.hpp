// Bystander: another X client on a Stage, as the user's window manager and other programs are. Throws std::runtime_error
// where the X server refuses. Any one thread.
#pragma once

#include <memory>
#include <string>

#include <xcb/xcb.h>

#include "desktop/stage.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::stage {

class Bystander {
 public:
  explicit Bystander(const Stage& stage);

  /// The application's window with that title.
  xcb_window_t window_titled(const std::string& title);
  /// Where it is on the screen, without a frame.
  Rect place_of(xcb_window_t window);
  /// Moves the child of the root that the window is or is in.
  void move(xcb_window_t window, int x, int y);

 private:
  struct Disconnect {
    void operator()(xcb_connection_t* x) const { xcb_disconnect(x); }
  };
  xcb_connection_t* get() const { return x_.get(); }
  void round_trip();
  xcb_window_t top_level_of(xcb_window_t window);

  std::unique_ptr<xcb_connection_t, Disconnect> x_;
  xcb_window_t root_ = XCB_NONE;
};

}  // namespace secondseat::stage
