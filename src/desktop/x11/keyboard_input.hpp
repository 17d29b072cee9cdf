// KeyboardInput: keys for whatever has the focus in the target window: one chord, or a text in several parts between which it is
// looked at again who has the focus. AX thread only.
#pragma once

#include <cstdint>
#include <vector>

#include "desktop/x11/keyboard.hpp"
#include "desktop/x11/planned_input.hpp"

namespace secondseat::x11 {

class KeyboardInput : public PlannedInput {
 public:
  Task<Result<std::optional<Gesture>>> next(Seated seated) final;
  Error unreached() const final;

 private:
  /// ErrorCode::unsupported if this keyboard cannot make all that is left.
  virtual Result<Gesture> gesture_on(const Keyboard& keyboard) = 0;
};

/// No key at all: the window has the focus, and that is all that is wanted.
class FocusOnly final : public KeyboardInput {
 public:
  void count_sent() override { reached_ = true; }
  bool all_sent() const override { return reached_; }

 private:
  Result<Gesture> gesture_on(const Keyboard&) override { return Gesture(); }
  bool reached_ = false;
};

class ChordInput final : public KeyboardInput {
 public:
  explicit ChordInput(std::vector<std::uint32_t> keysyms) : keysyms_(std::move(keysyms)) {}
  void count_sent() override { sent_ = true; }
  bool all_sent() const override { return sent_; }

 private:
  Result<Gesture> gesture_on(const Keyboard& keyboard) override;
  std::vector<std::uint32_t> keysyms_;
  bool sent_ = false;
};

class TextInput final : public KeyboardInput {
 public:
  /// A keysym for each character.
  explicit TextInput(std::vector<std::uint32_t> keysyms) : keysyms_(std::move(keysyms)) {}
  void count_sent() override;
  bool all_sent() const override { return sent_ == keysyms_.size(); }
  std::string progress() const override;

 private:
  Result<Gesture> gesture_on(const Keyboard& keyboard) override;
  std::vector<std::uint32_t> keysyms_;
  std::size_t sent_ = 0;
};

}  // namespace secondseat::x11
