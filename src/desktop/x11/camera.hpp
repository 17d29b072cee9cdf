// Camera: a picture of one window of an X11 session, whatever covers it. AX thread only; one picture at a time, others queue.
//
// Connects when it is first used, and again after the server was lost. What it has no picture of, it explains in one sentence;
// an Error means that the X server failed us (backend_lost) or that time ran out.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <asio/any_io_executor.hpp>

#include "async/turnstile.hpp"
#include "desktop/x11/window_finder.hpp"
#include "secondseat/clock.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::x11 {

struct Shot {
  std::optional<Picture> picture;
  std::string because;     ///< one sentence, set when there is no picture
  bool minimised = false;  ///< as the window manager says
};

class Camera {
 public:
  Camera(asio::any_io_executor native, Clock& clock, std::string display);
  Camera(const Camera&) = delete;
  Camera& operator=(const Camera&) = delete;
  ~Camera();

  Task<Result<Shot>> shoot(Subject subject, ReadLimits limits, Deadline deadline);
  /// Lets go of the connection; the next picture connects anew.
  void close() { x_.reset(); }

 private:
  Task<Result<Shot>> take(Subject subject, ReadLimits limits, Deadline deadline);
  Task<Result<Shot>> capture(FoundWindow found, Rect in_tree, ReadLimits limits, Deadline deadline);

  asio::any_io_executor native_;
  Clock& clock_;
  std::string display_;
  async::Turnstile line_;
  std::unique_ptr<XConnection> x_;
};

}  // namespace secondseat::x11
