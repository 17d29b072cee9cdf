#include "desktop/x11/bring_to_front.hpp"

#include <algorithm>

#include "base/try.hpp"

namespace secondseat::x11 {
namespace {

enum class Manager { none, answers, unknown };

/// A window that a property names and that names itself in the same property is one that a living window manager has made.
Task<Result<bool>> names_living_manager(XConnection& x) {
  const auto on_root = xcb_get_property(x.get(), 0, x.screen().root, x.atoms().wm_check, XCB_ATOM_WINDOW, 0, 1);
  CO_TRY(const auto named, co_await x.reply<xcb_get_property_reply_t>(on_root.sequence));
  if (named->format != 32 || xcb_get_property_value_length(named.get()) < 4) co_return false;
  const auto window = *static_cast<const xcb_window_t*>(xcb_get_property_value(named.get()));
  const auto on_itself = xcb_get_property(x.get(), 0, window, x.atoms().wm_check, XCB_ATOM_WINDOW, 0, 1);
  const auto self = co_await x.reply<xcb_get_property_reply_t>(on_itself.sequence);
  if (!self && self.error().code == ErrorCode::backend_lost) co_return tl::unexpected(self.error());
  if (!self || (*self)->format != 32 || xcb_get_property_value_length(self->get()) < 4) co_return false;
  co_return *static_cast<const xcb_window_t*>(xcb_get_property_value(self->get())) == window;
}

Task<Result<Manager>> manager_of(XConnection& x) {
  const auto root = x.screen().root;
  const auto attributes_asked = xcb_get_window_attributes(x.get(), root);
  const auto supported_asked = xcb_get_property(x.get(), 0, root, x.atoms().supported, XCB_ATOM_ATOM, 0, 4096);
  CO_TRY(const auto attributes, co_await x.reply<xcb_get_window_attributes_reply_t>(attributes_asked.sequence));
  CO_TRY(const auto supported, co_await x.reply<xcb_get_property_reply_t>(supported_asked.sequence));
  if ((attributes->all_event_masks & XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT) == 0) co_return Manager::none;
  if (supported->format != 32) co_return Manager::unknown;
  const auto* first = static_cast<const xcb_atom_t*>(xcb_get_property_value(supported.get()));
  const auto* end = first + xcb_get_property_value_length(supported.get()) / 4;
  if (std::find(first, end, x.atoms().active_window) == end) co_return Manager::unknown;
  CO_TRY(const bool lives, co_await names_living_manager(x));
  if (!lives) co_return Manager::unknown;
  co_return Manager::answers;
}

}  // namespace

FrontWatch::FrontWatch(XConnection& x, xcb_window_t client) : x_(x), client_(client) {
  select(XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_PROPERTY_CHANGE, XCB_EVENT_MASK_FOCUS_CHANGE);
}

FrontWatch::~FrontWatch() {
  select(XCB_EVENT_MASK_NO_EVENT, XCB_EVENT_MASK_NO_EVENT);
  xcb_flush(x_.get());
}

void FrontWatch::select(std::uint32_t on_root, std::uint32_t on_client) {
  xcb_change_window_attributes(x_.get(), x_.screen().root, XCB_CW_EVENT_MASK, &on_root);
  xcb_change_window_attributes(x_.get(), client_, XCB_CW_EVENT_MASK, &on_client);
}

Task<Result<void>> bring_to_front(XConnection& x, xcb_window_t client, xcb_window_t top_level) {
  CO_TRY(const auto manager, co_await manager_of(x));
  if (manager == Manager::unknown)
    co_return fail(Layer::backend, ErrorCode::unsupported,
                   "the window manager cannot be asked to bring the window to the front");
  if (manager == Manager::answers) {
    constexpr std::uint32_t on_behalf_of_the_user =
        2;  // as a pager asks: not kept back for the sake of the present focus
    xcb_client_message_event_t message{};
    message.response_type = XCB_CLIENT_MESSAGE;
    message.format = 32;
    message.window = client;
    message.type = x.atoms().active_window;
    message.data.data32[0] = on_behalf_of_the_user;
    xcb_send_event(x.get(), 0, x.screen().root,
                   XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY,
                   reinterpret_cast<const char*>(&message));
  } else {
    const std::uint32_t above = XCB_STACK_MODE_ABOVE;
    xcb_configure_window(x.get(), top_level, XCB_CONFIG_WINDOW_STACK_MODE, &above);
    xcb_set_input_focus(x.get(), XCB_INPUT_FOCUS_PARENT, client, XCB_CURRENT_TIME);
  }
  xcb_flush(x.get());
  co_return Result<void>();
}

}  // namespace secondseat::x11
