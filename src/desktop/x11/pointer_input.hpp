// PointerInput: a gesture of the pointer at one or two places of the window. AX thread only.
#pragma once

#include <functional>
#include <vector>

#include "desktop/x11/planned_input.hpp"

namespace secondseat::x11 {

class PointerInput final : public PlannedInput {
 public:
  using Make = std::function<Gesture(const std::vector<Point>& on_root)>;
  /// All of the places have to be the window's own when the gesture starts.
  PointerInput(std::vector<Point> in_window, Make make) : in_window_(std::move(in_window)), make_(std::move(make)) {}

  Task<Result<std::optional<Gesture>>> next(Seated seated) override;
  void count_sent() override { sent_ = true; }
  bool all_sent() const override { return sent_; }
  Error unreached() const override;

 private:
  std::vector<Point> in_window_;
  Make make_;
  bool sent_ = false;
};

}  // namespace secondseat::x11
