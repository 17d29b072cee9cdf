#include "desktop/x11/gesture.hpp"

#include <cerrno>

#include <fcntl.h>
#include <xcb/shm.h>
#include <xcb/xtest.h>

#include "base/fd.hpp"
#include "base/try.hpp"

namespace secondseat::x11 {
namespace {

// An application that looks at buttons and keys instead of awaiting their events misses what is shorter.
constexpr std::uint32_t hold = 12;
constexpr std::uint32_t between_clicks = 30;  // well within every double-click time

// A drag takes a quarter of a second: toolkits take less for a click, and drops are offered while the pointer moves.
constexpr int drag_steps = 10;
constexpr std::uint32_t drag_step = 20;
constexpr std::uint32_t before_drop = 40;

FakeEvent motion(Point on_root, std::uint32_t after = 0) { return {XCB_MOTION_NOTIFY, 0, on_root, after}; }

}  // namespace

Gesture click_at(Point on_root, std::uint8_t button, int count) {
  Gesture gesture;
  gesture.events.push_back(motion(on_root));
  for (int nth = 0; nth < count; ++nth) {
    gesture.events.push_back({XCB_BUTTON_PRESS, button, {}, nth == 0 ? 0 : between_clicks});
    gesture.alone = gesture.events.size();  // what the first click opens must not get the second
    gesture.events.push_back({XCB_BUTTON_RELEASE, button, {}, hold});
  }
  return gesture;
}

Gesture drag_from(Point on_root, Point to_on_root) {
  constexpr std::uint8_t left = 1;
  Gesture gesture;
  gesture.events.push_back(motion(on_root));
  gesture.events.push_back({XCB_BUTTON_PRESS, left, {}, 0});
  gesture.alone = gesture.events.size();  // from here on the pointer is the pressed window's
  for (int step = 1; step <= drag_steps; ++step) {
    const Point at{on_root.x + (to_on_root.x - on_root.x) * step / drag_steps,
                   on_root.y + (to_on_root.y - on_root.y) * step / drag_steps};
    gesture.events.push_back(motion(at, drag_step));
  }
  gesture.events.push_back({XCB_BUTTON_RELEASE, left, {}, before_drop});
  return gesture;
}

Gesture wheel_at(Point on_root, const std::vector<std::uint8_t>& notches) {
  Gesture gesture;
  gesture.events.push_back(motion(on_root));
  for (const auto button : notches) {
    gesture.events.push_back({XCB_BUTTON_PRESS, button, {}, 0});
    gesture.events.push_back({XCB_BUTTON_RELEASE, button, {}, 0});
  }
  gesture.alone = gesture.events.size();
  return gesture;
}

Gesture chord_of(const std::vector<std::uint8_t>& keys) {
  Gesture gesture;
  for (const auto key : keys) gesture.events.push_back({XCB_KEY_PRESS, key, {}, 0});
  gesture.alone = gesture.events.size();
  for (auto key = keys.rbegin(); key != keys.rend(); ++key)
    gesture.events.push_back({XCB_KEY_RELEASE, *key, {}, key == keys.rbegin() ? hold : 0});
  return gesture;
}

Gesture typing_of(const std::vector<std::vector<std::uint8_t>>& chords) {
  Gesture gesture;
  for (const auto& keys : chords) {
    for (const auto key : keys) gesture.events.push_back({XCB_KEY_PRESS, key, {}, 0});
    for (auto key = keys.rbegin(); key != keys.rend(); ++key) gesture.events.push_back({XCB_KEY_RELEASE, *key, {}, 0});
  }
  gesture.alone = gesture.events.size();
  return gesture;
}

ServerGrab::ServerGrab(XConnection& x) : x_(x) { xcb_grab_server(x.get()); }

ServerGrab::~ServerGrab() {
  if (!held_) return;
  xcb_ungrab_server(x_.get());
  xcb_flush(x_.get());
}

Result<unsigned> ServerGrab::hand_over(const Gesture& gesture) {
  const auto& events = gesture.events;
  if (events.size() > longest_gesture || gesture.alone > events.size())
    return fail(Layer::internal, ErrorCode::internal, "a gesture that does not go out in one write");
  // Whatever is still to be sent goes first, so that the buffer is empty.
  if (xcb_flush(x_.get()) <= 0) return fail(Layer::backend, ErrorCode::backend_lost, "the X server is gone");
  base::Fd socket(::fcntl(xcb_get_file_descriptor(x_.get()), F_DUPFD_CLOEXEC, 3));
  if (!socket) return base::os_failure("hand the X server a descriptor", errno);
  held_ = false;
  for (std::size_t at = 0; at < events.size(); ++at) {
    const auto& event = events[at];
    if (at == gesture.alone) xcb_ungrab_server(x_.get());
    const auto root = event.type == XCB_MOTION_NOTIFY ? x_.screen().root : xcb_window_t{XCB_NONE};
    xcb_test_fake_input(x_.get(), event.type, event.detail, event.after, root,
                        static_cast<std::int16_t>(event.on_root.x), static_cast<std::int16_t>(event.on_root.y), 0);
  }
  if (gesture.alone == events.size()) xcb_ungrab_server(x_.get());
  const auto refused = xcb_shm_attach_fd_checked(x_.get(), x_.new_id(), socket.release(), 0);  // xcb closes it
  xcb_flush(x_.get());
  return refused.sequence;
}

Task<Result<void>> finish(XConnection& x, unsigned written) {
  auto refused = co_await x.confirm(written);
  if (!refused && refused.error().code == ErrorCode::transient) co_return Result<void>();
  if (refused) co_return fail(Layer::internal, ErrorCode::internal, "the X server took a socket for memory");
  co_return refused;
}

}  // namespace secondseat::x11
