// Seat: a pointer and a keyboard that input can come from. What an accessibility tree knows of the target is handed to it as an Aim;
// what really is at that place of the screen it finds out by itself, in the instant before it presses. AX thread only.
#pragma once

#include <sys/types.h>

#include <optional>
#include <stop_token>
#include <string>
#include <type_traits>
#include <variant>

#include "secondseat/desktop.hpp"

namespace secondseat::desktop {

using Input = std::variant<PressButton, DragPointer, TurnWheel, PressKey, TypeText>;

/// The action as input, if it is one: then a desktop without a seat has to refuse it.
inline std::optional<Input> input_of(const NativeAction& action) {
  const auto as_input = [](const auto& known) -> std::optional<Input> {
    if constexpr (std::is_constructible_v<Input, decltype(known)>) return Input(known);
    return std::nullopt;
  };
  return std::visit(as_input, action);
}

/// What input is meant for, as the accessibility tree has it now.
struct Aim {
  pid_t pid = 0;                   ///< of the application: whatever is hit has to be its own
  std::string title;               ///< of the window
  Rect on_screen;                  ///< the window
  std::optional<NativeRef> frame;  ///< the window has to be as it was in the picture with this one
};

class Seat {
 public:
  virtual ~Seat() = default;
  /// Sends once. An Error means that nothing was pressed: `stale` when the window or what is at the point is another than meant,
  /// `unsupported` when this input cannot be made here. What was pressed is released whatever becomes of us. Does not settle.
  virtual Task<Result<Performed>> send(Input input, Aim aim, std::stop_token stop, Deadline deadline) = 0;
  /// Brings the window to the front, with the keyboard's focus; nothing is pressed. `stale` if it does not come.
  virtual Task<Result<void>> make_active(Aim aim, std::stop_token stop, Deadline deadline) = 0;
  /// Lets go of the native connection; the next input connects anew.
  virtual void close() = 0;
};

}  // namespace secondseat::desktop
