// Keyboard: which keys give a keysym, by the layout that the X server has at present and with what is locked on it (Caps Lock, one
// of several layouts). Read anew for each use, because people switch layouts. AX thread only.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include <xcb/xproto.h>

#include "desktop/x11/x_connection.hpp"

namespace secondseat::x11 {

/// Keys that are down together: first the modifiers, last the one that they are for.
using Stroke = std::vector<xcb_keycode_t>;

class Keyboard {
 public:
  /// Must be called once for a connection. ErrorCode::unsupported if the server has no XKB.
  static Result<void> prepare(XConnection& x);
  /// Blocks for some round trips to a local server.
  static Task<Result<Keyboard>> read(XConnection& x);

  /// Nothing if no key gives it. The fewest modifiers win.
  const Stroke* find(std::uint32_t keysym) const;
  /// The same without regard to Caps Lock: for shortcuts, which mean the key and not the letter's case.
  const Stroke* find_uncapped(std::uint32_t keysym) const;

 private:
  using Strokes = std::unordered_map<std::uint32_t, Stroke>;
  Strokes strokes_;
  Strokes uncapped_;
};

}  // namespace secondseat::x11
