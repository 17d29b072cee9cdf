#include "desktop/x11/process_clients.hpp"

#include <algorithm>

#include <xcb/res.h>

#include "base/try.hpp"

namespace secondseat::x11 {

Task<Result<ProcessClients>> ProcessClients::of(XConnection& x, pid_t pid) {
  const xcb_res_client_id_spec_t everybody{XCB_NONE, XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID};
  const auto asked = xcb_res_query_client_ids(x.get(), 1, &everybody);
  CO_TRY(const auto ids, co_await x.reply<xcb_res_query_client_ids_reply_t>(asked.sequence));
  ProcessClients clients;
  clients.mask_ = x.setup().resource_id_mask;
  for (auto each = xcb_res_query_client_ids_ids_iterator(ids.get()); each.rem > 0;
       xcb_res_client_id_value_next(&each)) {
    if (xcb_res_client_id_value_value_length(each.data) < 1) continue;
    const auto owner = *xcb_res_client_id_value_value(each.data);
    if (owner == static_cast<std::uint32_t>(pid)) clients.bases_.push_back(each.data->spec.client & ~clients.mask_);
  }
  co_return clients;
}

bool ProcessClients::own(xcb_window_t window) const {
  return std::find(bases_.begin(), bases_.end(), window & ~mask_) != bases_.end();
}

}  // namespace secondseat::x11
