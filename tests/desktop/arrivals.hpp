// Arrivals: notices windows as they appear on a Stage, for programs that cannot tell the test when they are ready. Throws
// std::runtime_error when it waits in vain. Any one thread.
#pragma once

#include <memory>

#include <xcb/xcb.h>

#include "desktop/patience.hpp"
#include "desktop/stage.hpp"

namespace secondseat::stage {

class Arrivals {
 public:
  /// Made before the program is started, so that its window cannot be missed.
  explicit Arrivals(const Stage& stage);

  /// Until a window appears that a window manager would care about.
  void wait_for_window(const Limit& limit);

 private:
  std::unique_ptr<xcb_connection_t, decltype(&xcb_disconnect)> x_;
};

}  // namespace secondseat::stage
