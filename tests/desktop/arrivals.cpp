#include "desktop/arrivals.hpp"

#include <cstdlib>
#include <stdexcept>

namespace secondseat::stage {

Arrivals::Arrivals(const Stage& stage) : x_(xcb_connect(stage.display().c_str(), nullptr), xcb_disconnect) {
  if (xcb_connection_has_error(x_.get()) != 0) throw std::runtime_error("no X server");
  const auto root = xcb_setup_roots_iterator(xcb_get_setup(x_.get())).data->root;
  const std::uint32_t children = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY;
  auto* refused =
      xcb_request_check(x_.get(), xcb_change_window_attributes_checked(x_.get(), root, XCB_CW_EVENT_MASK, &children));
  if (refused == nullptr) return;
  std::free(refused);
  throw std::runtime_error("the X server does not tell of new windows");
}

void Arrivals::wait_for_window(const Limit& limit) {
  for (;;) {
    auto* event = xcb_poll_for_event(x_.get());
    if (event == nullptr) {
      wait_readable(xcb_get_file_descriptor(x_.get()), limit, "a window");
      if (xcb_connection_has_error(x_.get()) != 0) throw std::runtime_error("the X server is gone");
      continue;
    }
    const bool appeared = (event->response_type & 0x7f) == XCB_MAP_NOTIFY &&
                          reinterpret_cast<xcb_map_notify_event_t*>(event)->override_redirect == 0;
    std::free(event);
    if (appeared) return;
  }
}

}  // namespace secondseat::stage
