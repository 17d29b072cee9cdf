#include "desktop/x11/x_connection.hpp"

#include <array>

#include <fcntl.h>
#include <fmt/format.h>
#include <xcb/composite.h>
#include <xcb/res.h>
#include <xcb/shm.h>
#include <xcb/xcbext.h>
#include <asio/experimental/as_tuple.hpp>
#include <asio/use_awaitable.hpp>

#include "base/fd.hpp"
#include "base/try.hpp"

namespace secondseat::x11 {
namespace {

tl::unexpected<Error> lost() { return fail(Layer::backend, ErrorCode::backend_lost, "the X server is gone"); }

}  // namespace

Task<Result<std::unique_ptr<XConnection>>> XConnection::open(asio::any_io_executor native, std::string display) {
  std::unique_ptr<XConnection> opened(new XConnection(std::move(native)));
  CO_TRY_VOID(opened->connect(display));
  CO_TRY_VOID(co_await opened->prepare());
  co_return opened;
}

Result<void> XConnection::connect(const std::string& display) {
  if (display.empty()) return fail(Layer::backend, ErrorCode::unsupported, "there is no X display in this session");
  int number = 0;
  x_.reset(xcb_connect(display.c_str(), &number));
  if (xcb_connection_has_error(x_.get()) != 0)
    return fail(Layer::backend, ErrorCode::backend_lost, "the X display of this session cannot be reached");
  for (auto screens = xcb_setup_roots_iterator(&setup()); screens.rem > 0; xcb_screen_next(&screens), --number)
    if (number == 0) screen_ = screens.data;
  if (screen_ == nullptr) return fail(Layer::backend, ErrorCode::unsupported, "the X server has no such screen");
  for (auto* extension : {&xcb_composite_id, &xcb_shm_id, &xcb_res_id, &xcb_damage_id}) {
    if (!has(*extension))
      return fail(Layer::backend, ErrorCode::unsupported,
                  fmt::format("the X server lacks the extension {}", extension->name));
  }
  const int duplicate = ::fcntl(xcb_get_file_descriptor(x_.get()), F_DUPFD_CLOEXEC, 3);
  if (duplicate < 0) return base::os_failure("watch the X server", errno);
  readable_.assign(duplicate);
  return {};
}

Task<Result<void>> XConnection::prepare() {
  // An extension answers nothing before it has been asked for its version.
  const auto composite = xcb_composite_query_version(get(), 0, 4);
  const auto shm = xcb_shm_query_version(get());
  const auto resources = xcb_res_query_version(get(), 1, 2);
  const auto damage = xcb_damage_query_version(get(), 1, 1);
  CO_TRY(const auto composite_version, co_await reply<xcb_composite_query_version_reply_t>(composite.sequence));
  CO_TRY(const auto shm_version, co_await reply<xcb_shm_query_version_reply_t>(shm.sequence));
  CO_TRY(const auto resource_version, co_await reply<xcb_res_query_version_reply_t>(resources.sequence));
  CO_TRY(const auto damage_version, co_await reply<xcb_damage_query_version_reply_t>(damage.sequence));
  const bool passes_descriptors = shm_version->major_version > 1 || shm_version->minor_version >= 2;
  const bool knows_pids = resource_version->server_major > 1 || resource_version->server_minor >= 2;
  const bool names_pixmaps = composite_version->major_version > 0 || composite_version->minor_version >= 2;
  if (!passes_descriptors || !knows_pids || !names_pixmaps)
    co_return fail(Layer::backend, ErrorCode::unsupported, "the X server is too old for pictures of single windows");
  CO_TRY(atoms_.utf8_name, co_await atom("_NET_WM_NAME"));
  CO_TRY(atoms_.utf8_string, co_await atom("UTF8_STRING"));
  CO_TRY(atoms_.state, co_await atom("WM_STATE"));
  CO_TRY(atoms_.frame_extents, co_await atom("_GTK_FRAME_EXTENTS"));
  CO_TRY(atoms_.active_window, co_await atom("_NET_ACTIVE_WINDOW"));
  CO_TRY(atoms_.supported, co_await atom("_NET_SUPPORTED"));
  CO_TRY(atoms_.wm_check, co_await atom("_NET_SUPPORTING_WM_CHECK"));
  co_return Result<void>();
}

Task<Result<xcb_atom_t>> XConnection::atom(std::string name) {
  const auto asked = xcb_intern_atom(get(), 0, static_cast<std::uint16_t>(name.size()), name.c_str());
  CO_TRY(const auto interned, co_await reply<xcb_intern_atom_reply_t>(asked.sequence));
  co_return interned->atom;
}

Task<Result<Reply<void>>> XConnection::raw_reply(unsigned sequence) {
  for (;;) {
    void* answer = nullptr;
    xcb_generic_error_t* refusal = nullptr;
    const int complete = xcb_poll_for_reply(get(), sequence, &answer, &refusal);
    const Reply<xcb_generic_error_t> refused(refusal);
    Reply<void> answered(answer);
    if (refused)
      co_return fail(Layer::backend, ErrorCode::transient,
                     fmt::format("the X server refused a request (error {})", refused->error_code));
    if (xcb_connection_has_error(get()) != 0) co_return lost();
    if (complete != 0) co_return answered;
    CO_TRY_VOID(co_await more_bytes());
  }
}

Task<Result<void>> XConnection::confirm(unsigned sequence) {
  // A request without a reply is known to be done when a later one is answered.
  const auto later = xcb_get_input_focus(get());
  CO_TRY(const auto answered, co_await reply<xcb_get_input_focus_reply_t>(later.sequence));
  CO_TRY(const auto nothing, co_await raw_reply(sequence));
  co_return Result<void>();
}

bool XConnection::has(xcb_extension_t& extension) const {
  const auto* found = xcb_get_extension_data(get(), &extension);
  return found != nullptr && found->present != 0;
}

Task<Result<Reply<xcb_generic_event_t>>> XConnection::next_event() {
  for (;;) {
    Reply<xcb_generic_event_t> event(xcb_poll_for_event(get()));
    if (xcb_connection_has_error(get()) != 0) co_return lost();
    if (event) co_return event;
    CO_TRY_VOID(co_await more_bytes());
  }
}

void XConnection::forget_events() {
  while (const auto event = Reply<xcb_generic_event_t>(xcb_poll_for_event(get()))) {
  }
}

Task<Result<xcb_damage_notify_event_t>> XConnection::next_damage() {
  const auto code = xcb_get_extension_data(get(), &xcb_damage_id)->first_event + XCB_DAMAGE_NOTIFY;
  for (;;) {
    CO_TRY(const auto event, co_await next_event());
    if ((event->response_type & 0x7f) == code)
      co_return *reinterpret_cast<const xcb_damage_notify_event_t*>(event.get());
  }
}

Task<Result<void>> XConnection::more_bytes() {
  constexpr auto no_throw = asio::experimental::as_tuple(asio::use_awaitable);
  xcb_flush(get());
  const auto [error] = co_await readable_.async_wait(asio::posix::stream_descriptor::wait_read, no_throw);
  if (error && error != asio::error::operation_aborted) co_return lost();
  co_return Result<void>();
}

}  // namespace secondseat::x11
