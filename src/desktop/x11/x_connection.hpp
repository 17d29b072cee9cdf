// XConnection: one connection to an X server whose replies are awaited, not blocked on. AX thread only, one coroutine at a time:
// a reply that another coroutine's read had buffered would never wake its own waiter.
//
// Opening it blocks for a few round trips to a local server. The server's death is ErrorCode::backend_lost; nothing exits.
#pragma once

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

#include <xcb/damage.h>
#include <xcb/xcb.h>
#include <asio/any_io_executor.hpp>
#include <asio/posix/stream_descriptor.hpp>

#include "secondseat/error.hpp"
#include "secondseat/task.hpp"

namespace secondseat::x11 {

struct Freed {
  void operator()(void* memory) const { std::free(memory); }
};
template <class T>
using Reply = std::unique_ptr<T, Freed>;

struct Atoms {
  xcb_atom_t utf8_name = XCB_NONE;  ///< _NET_WM_NAME
  xcb_atom_t utf8_string = XCB_NONE;
  xcb_atom_t state = XCB_NONE;          ///< WM_STATE
  xcb_atom_t frame_extents = XCB_NONE;  ///< _GTK_FRAME_EXTENTS
  xcb_atom_t active_window = XCB_NONE;  ///< _NET_ACTIVE_WINDOW
  xcb_atom_t supported = XCB_NONE;      ///< _NET_SUPPORTED
  xcb_atom_t wm_check = XCB_NONE;       ///< _NET_SUPPORTING_WM_CHECK
};

class XConnection {
 public:
  /// Fails with a sentence for people: no such display, or a server without what a picture needs.
  static Task<Result<std::unique_ptr<XConnection>>> open(asio::any_io_executor native, std::string display);
  XConnection(const XConnection&) = delete;
  XConnection& operator=(const XConnection&) = delete;
  ~XConnection() = default;

  xcb_connection_t* get() const { return x_.get(); }
  const xcb_setup_t& setup() const { return *xcb_get_setup(x_.get()); }
  const xcb_screen_t& screen() const { return *screen_; }
  const Atoms& atoms() const { return atoms_; }
  std::uint32_t new_id() const { return xcb_generate_id(x_.get()); }

  /// The reply to a request that was sent: `co_await x.reply<xcb_get_geometry_reply_t>(cookie.sequence)`. What the server
  /// refuses, most often because the window has gone in the meantime, is ErrorCode::transient.
  template <class T>
  Task<Result<Reply<T>>> reply(unsigned sequence) {
    auto raw = co_await raw_reply(sequence);
    if (!raw) co_return tl::unexpected(std::move(raw).error());
    if (!*raw) co_return fail(Layer::backend, ErrorCode::transient, "the X server gave no answer");
    co_return Reply<T>(static_cast<T*>(raw->release()));
  }
  /// The same for a checked request that has no reply.
  Task<Result<void>> confirm(unsigned sequence);

  bool has(xcb_extension_t& extension) const;

  /// The next event; what unchecked requests are refused with counts as one.
  Task<Result<Reply<xcb_generic_event_t>>> next_event();
  /// Drops the events that have arrived.
  void forget_events();
  /// The next piece of damage that was reported.
  Task<Result<xcb_damage_notify_event_t>> next_damage();

 private:
  struct Disconnect {
    void operator()(xcb_connection_t* x) const { xcb_disconnect(x); }
  };
  explicit XConnection(asio::any_io_executor native) : readable_(std::move(native)) {}
  Result<void> connect(const std::string& display);
  Task<Result<void>> prepare();
  Task<Result<xcb_atom_t>> atom(std::string name);
  Task<Result<Reply<void>>> raw_reply(unsigned sequence);
  Task<Result<void>> more_bytes();

  std::unique_ptr<xcb_connection_t, Disconnect> x_;
  asio::posix::stream_descriptor readable_;  // a duplicate, which xcb does not close
  const xcb_screen_t* screen_ = nullptr;
  Atoms atoms_;
};

/// Drops a connection unless all went well: replies that nobody fetched would pile up in it.
class Doubt {
 public:
  explicit Doubt(std::unique_ptr<XConnection>& x) : x_(x) {}
  Doubt(const Doubt&) = delete;
  Doubt& operator=(const Doubt&) = delete;
  ~Doubt() {
    if (!dispelled_) x_.reset();
  }
  void dispel() { dispelled_ = true; }

 private:
  std::unique_ptr<XConnection>& x_;
  bool dispelled_ = false;
};

}  // namespace secondseat::x11
