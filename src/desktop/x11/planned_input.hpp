// PlannedInput: an input on its way to becoming gestures. Which ones, it decides while the server is grabbed, by what is true then.
// AX thread only.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "desktop/x11/gesture.hpp"
#include "desktop/x11/target.hpp"

namespace secondseat::x11 {

/// What the present can be asked with. Must outlive what is awaited with it.
struct Seated {
  XConnection& x;
  xcb_window_t probe;  ///< new_probe()
  const Target& target;
};

class PlannedInput {
 public:
  virtual ~PlannedInput() = default;
  /// Only while the server is grabbed: the next gesture, or nothing while it would reach another window than the target. An Error
  /// says why it cannot be made at all.
  virtual Task<Result<std::optional<Gesture>>> next(Seated seated) = 0;
  /// What next() gave is on its way.
  virtual void count_sent() = 0;
  virtual bool all_sent() const = 0;
  /// Why next() gave nothing.
  virtual Error unreached() const = 0;
  /// "3 of 20 characters were sent"; empty where there is but one gesture.
  virtual std::string progress() const { return {}; }
};

/// ErrorCode::invalid_argument for what cannot be meant.
Result<std::unique_ptr<PlannedInput>> plan(desktop::Input input);

}  // namespace secondseat::x11
