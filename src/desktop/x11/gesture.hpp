// Gesture: presses with their releases, which the X server makes at their times. It goes out in one write, and from that write on
// the server makes all of it, whatever becomes of us: killed before, nothing happened; killed after, nothing stays pressed.
//
// XTEST's own delays do not give that: a server that waits for the time of a release drops the client when its socket closes, and
// the release with it. So the same write carries the socket itself, as the file of a shared memory segment. The server holds it
// open until it comes to that last request, finds that a socket is no memory, refuses and lets it go; that refusal is also how we
// know that everything before it was done. AX thread only.
#pragma once

#include <cstdint>
#include <vector>

#include "desktop/x11/x_connection.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::x11 {

struct FakeEvent {
  std::uint8_t type = 0;    ///< XCB_BUTTON_PRESS, …
  std::uint8_t detail = 0;  ///< the button or keycode
  Point on_root = {};       ///< of a motion
  std::uint32_t after = 0;  ///< milliseconds since the event before
};

struct Gesture {
  std::vector<FakeEvent> events;
  std::size_t alone = 0;  ///< as many of them as nobody else's request may come between
};

/// More would not go out in one write.
constexpr std::size_t longest_gesture = 300;

Gesture click_at(Point on_root, std::uint8_t button, int count);
Gesture drag_from(Point on_root, Point to_on_root);
/// `notches` of wheel buttons, in order.
Gesture wheel_at(Point on_root, const std::vector<std::uint8_t>& notches);
/// Pressed in order, released in reverse.
Gesture chord_of(const std::vector<std::uint8_t>& keys);
/// Chords one after the other, all in one instant.
Gesture typing_of(const std::vector<std::vector<std::uint8_t>>& chords);

/// The server for nobody but us, for as long as this lives or until it is handed over to a gesture, which ends it after its last
/// event that needs it.
class ServerGrab {
 public:
  explicit ServerGrab(XConnection& x);
  ServerGrab(const ServerGrab&) = delete;
  ServerGrab& operator=(const ServerGrab&) = delete;
  ~ServerGrab();

  /// Writes and gives what finish() takes. An Error means that nothing was written.
  Result<unsigned> hand_over(const Gesture& gesture);

 private:
  XConnection& x_;
  bool held_ = true;
};

/// Waits until the server has made all of the gesture.
Task<Result<void>> finish(XConnection& x, unsigned written);

}  // namespace secondseat::x11
