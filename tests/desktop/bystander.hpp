// Bystander: another X client on a Stage, as the user's other programs and the user's own hands are. Throws std::runtime_error
// where the X server refuses. Any one thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

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
  /// Makes toolkits draw shadows around their windows, as below a compositor and a window manager that know about them.
  void promise_shadows();
  /// A window of this client on top of all, which no window manager touches, and which counts presses.
  xcb_window_t cover(const Rect& place);
  void raise(xcb_window_t window);
  /// An input-only window of this client that has the keyboard's focus, and counts keys.
  xcb_window_t take_focus();
  xcb_window_t focus();
  /// The same again, without waiting for the server.
  void snatch_focus(xcb_window_t window);
  /// Button and key presses that reached this client's windows.
  int pressed();
  /// An ordinary window of this client and of this process.
  xcb_window_t show(const std::string& title, const Rect& place);
  /// What reached this client's windows in order: the number of a button or key for its press, negative for its release.
  std::vector<int> heard();

  /// The user's own hands.
  void hold_key(xcb_keycode_t key);
  void release_key(xcb_keycode_t key);
  void hold_button(std::uint8_t button);
  void release_button(std::uint8_t button);
  /// Exchanges left and right, as left-handed people do.
  void exchange_buttons();
  /// Takes the keyboard and the pointer, as an open menu does.
  void grab();
  void ungrab();
  /// No other program is served meanwhile.
  void grab_server();
  void ungrab_server();

  /// How many programs are connected.
  int clients();
  /// Until there are no more than that: the server may go on with what a program sent before it ended.
  void wait_for_clients(int at_most);
  /// What the server knows to be down: buttons and modifiers that are not locked, and every key.
  bool anything_down();
  std::uint16_t pointer_mask();
  Point pointer();
  void round_trip();

  xcb_connection_t* get() const { return x_.get(); }
  xcb_window_t root() const { return root_; }

 private:
  struct Disconnect {
    void operator()(xcb_connection_t* x) const { xcb_disconnect(x); }
  };
  xcb_atom_t atom(const std::string& name);
  xcb_window_t new_window(const Rect& place, std::uint16_t window_class, bool override_redirect);
  xcb_window_t top_level_of(xcb_window_t window);
  void fake(std::uint8_t type, std::uint8_t detail);

  std::unique_ptr<xcb_connection_t, Disconnect> x_;
  xcb_window_t root_ = XCB_NONE;
  std::vector<int> heard_;
};

}  // namespace secondseat::stage
