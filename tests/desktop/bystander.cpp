#include "desktop/bystander.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <stdexcept>

#include <xcb/res.h>
#include <xcb/xtest.h>

#include "desktop/patience.hpp"

namespace secondseat::stage {

namespace {

template <class T>
std::unique_ptr<T, decltype(&std::free)> owned(T* reply) {
  if (reply == nullptr) throw std::runtime_error("the X server refused a bystander");
  return {reply, std::free};
}

}  // namespace

Bystander::Bystander(const Stage& stage) : x_(xcb_connect(stage.display().c_str(), nullptr)) {
  if (xcb_connection_has_error(get()) != 0) throw std::runtime_error("no X server");
  root_ = xcb_setup_roots_iterator(xcb_get_setup(get())).data->root;
}

void Bystander::round_trip() { owned(xcb_get_input_focus_reply(get(), xcb_get_input_focus(get()), nullptr)); }

xcb_window_t Bystander::window_titled(const std::string& title) {
  std::vector<xcb_window_t> open{root_};
  for (std::size_t at = 0; at < open.size(); ++at) {
    const auto window = open[at];
    const auto name = owned(xcb_get_property_reply(
        get(), xcb_get_property(get(), 0, window, XCB_ATOM_WM_NAME, XCB_GET_PROPERTY_TYPE_ANY, 0, 256), nullptr));
    const auto attributes =
        owned(xcb_get_window_attributes_reply(get(), xcb_get_window_attributes(get(), window), nullptr));
    const std::string text(static_cast<const char*>(xcb_get_property_value(name.get())),
                           static_cast<std::size_t>(xcb_get_property_value_length(name.get())));
    if (text == title && attributes->map_state == XCB_MAP_STATE_VIEWABLE) return window;
    const auto tree = owned(xcb_query_tree_reply(get(), xcb_query_tree(get(), window), nullptr));
    const auto* first = xcb_query_tree_children(tree.get());
    open.insert(open.end(), first, first + xcb_query_tree_children_length(tree.get()));
  }
  throw std::runtime_error("no window is called " + title);
}

Rect Bystander::place_of(xcb_window_t window) {
  const auto size = owned(xcb_get_geometry_reply(get(), xcb_get_geometry(get(), window), nullptr));
  const auto place =
      owned(xcb_translate_coordinates_reply(get(), xcb_translate_coordinates(get(), window, root_, 0, 0), nullptr));
  return {place->dst_x, place->dst_y, size->width, size->height};
}

xcb_window_t Bystander::top_level_of(xcb_window_t window) {
  for (auto at = window;;) {
    const auto tree = owned(xcb_query_tree_reply(get(), xcb_query_tree(get(), at), nullptr));
    if (tree->parent == root_) return at;
    at = tree->parent;
  }
}

void Bystander::move(xcb_window_t window, int x, int y) {
  const std::uint32_t place[] = {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)};
  xcb_configure_window(get(), top_level_of(window), XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y, std::data(place));
  round_trip();
}

xcb_atom_t Bystander::atom(const std::string& name) {
  const auto asked = xcb_intern_atom(get(), 0, static_cast<std::uint16_t>(name.size()), name.c_str());
  return owned(xcb_intern_atom_reply(get(), asked, nullptr))->atom;
}

void Bystander::promise_shadows() {
  const auto check = new_window(Rect{-10, -10, 1, 1}, XCB_WINDOW_CLASS_INPUT_ONLY, true);
  const auto supporting = atom("_NET_SUPPORTING_WM_CHECK");
  const auto extents = atom("_GTK_FRAME_EXTENTS");
  for (const auto window : {root_, check})
    xcb_change_property(get(), XCB_PROP_MODE_REPLACE, window, supporting, XCB_ATOM_WINDOW, 32, 1, &check);
  xcb_change_property(get(), XCB_PROP_MODE_REPLACE, root_, atom("_NET_SUPPORTED"), XCB_ATOM_ATOM, 32, 1, &extents);
  xcb_set_selection_owner(get(), check, atom("_NET_WM_CM_S0"), XCB_CURRENT_TIME);
  round_trip();
}

xcb_window_t Bystander::new_window(const Rect& place, std::uint16_t window_class, bool override_redirect) {
  constexpr std::uint32_t events = XCB_EVENT_MASK_BUTTON_PRESS | XCB_EVENT_MASK_BUTTON_RELEASE |
                                   XCB_EVENT_MASK_KEY_PRESS | XCB_EVENT_MASK_KEY_RELEASE;
  const auto window = xcb_generate_id(get());
  const std::uint32_t values[] = {override_redirect ? 1U : 0U, events};
  xcb_create_window(get(), 0, window, root_, static_cast<std::int16_t>(place.x), static_cast<std::int16_t>(place.y),
                    static_cast<std::uint16_t>(place.width), static_cast<std::uint16_t>(place.height), 0, window_class,
                    XCB_COPY_FROM_PARENT, XCB_CW_OVERRIDE_REDIRECT | XCB_CW_EVENT_MASK, std::data(values));
  return window;
}

xcb_window_t Bystander::show(const std::string& title, const Rect& place) {
  const auto window = new_window(place, XCB_WINDOW_CLASS_INPUT_OUTPUT, false);
  xcb_change_property(get(), XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8,
                      static_cast<std::uint32_t>(title.size()), title.data());
  xcb_map_window(get(), window);
  round_trip();
  return window;
}

xcb_window_t Bystander::cover(const Rect& place) {
  const auto window = new_window(place, XCB_WINDOW_CLASS_INPUT_OUTPUT, true);
  xcb_map_window(get(), window);
  raise(window);
  return window;
}

void Bystander::raise(xcb_window_t window) {
  const std::uint32_t above = XCB_STACK_MODE_ABOVE;
  xcb_configure_window(get(), window, XCB_CONFIG_WINDOW_STACK_MODE, &above);
  round_trip();
}

xcb_window_t Bystander::take_focus() {
  const auto window = new_window(Rect{-10, -10, 1, 1}, XCB_WINDOW_CLASS_INPUT_ONLY, true);
  xcb_map_window(get(), window);
  xcb_set_input_focus(get(), XCB_INPUT_FOCUS_POINTER_ROOT, window, XCB_CURRENT_TIME);
  round_trip();
  return window;
}

xcb_window_t Bystander::focus() {
  return owned(xcb_get_input_focus_reply(get(), xcb_get_input_focus(get()), nullptr))->focus;
}

void Bystander::snatch_focus(xcb_window_t window) {
  xcb_set_input_focus(get(), XCB_INPUT_FOCUS_POINTER_ROOT, window, XCB_CURRENT_TIME);
  xcb_flush(get());
}

int Bystander::clients() {
  const auto all = owned(xcb_res_query_clients_reply(get(), xcb_res_query_clients(get()), nullptr));
  return static_cast<int>(all->num_clients);
}

void Bystander::wait_for_clients(int at_most) {
  const Limit limit(std::chrono::seconds{10});
  while (clients() > at_most)
    if (limit.milliseconds_left() == 0) throw std::runtime_error("the X server does not let go of a client");
}

std::vector<int> Bystander::heard() {
  round_trip();
  while (auto* event = xcb_poll_for_event(get())) {
    const auto type = event->response_type & 0x7f;
    const int detail =
        reinterpret_cast<const xcb_button_press_event_t*>(event)->detail;  // keys have it in the same place
    if (type == XCB_BUTTON_PRESS || type == XCB_KEY_PRESS) heard_.push_back(detail);
    if (type == XCB_BUTTON_RELEASE || type == XCB_KEY_RELEASE) heard_.push_back(-detail);
    std::free(event);
  }
  return heard_;
}

int Bystander::pressed() {
  const auto all = heard();
  return static_cast<int>(std::count_if(all.begin(), all.end(), [](int detail) { return detail > 0; }));
}

void Bystander::fake(std::uint8_t type, std::uint8_t detail) {
  xcb_test_fake_input(get(), type, detail, 0, XCB_NONE, 0, 0, 0);
  round_trip();
}
void Bystander::hold_key(xcb_keycode_t key) { fake(XCB_KEY_PRESS, key); }
void Bystander::release_key(xcb_keycode_t key) { fake(XCB_KEY_RELEASE, key); }
void Bystander::hold_button(std::uint8_t button) { fake(XCB_BUTTON_PRESS, button); }
void Bystander::release_button(std::uint8_t button) { fake(XCB_BUTTON_RELEASE, button); }

void Bystander::exchange_buttons() {
  constexpr std::uint8_t left_handed[] = {3, 2, 1, 4, 5, 6, 7, 8, 9, 10};
  const auto asked = xcb_set_pointer_mapping(get(), static_cast<std::uint8_t>(std::size(left_handed)), left_handed);
  if (owned(xcb_set_pointer_mapping_reply(get(), asked, nullptr))->status != XCB_MAPPING_STATUS_SUCCESS)
    throw std::runtime_error("no mapping");
}

void Bystander::grab() {
  const auto keyboard = owned(xcb_grab_keyboard_reply(
      get(), xcb_grab_keyboard(get(), 0, root_, XCB_CURRENT_TIME, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC), nullptr));
  const auto pointer =
      owned(xcb_grab_pointer_reply(get(),
                                   xcb_grab_pointer(get(), 0, root_, XCB_EVENT_MASK_BUTTON_PRESS, XCB_GRAB_MODE_ASYNC,
                                                    XCB_GRAB_MODE_ASYNC, XCB_NONE, XCB_NONE, XCB_CURRENT_TIME),
                                   nullptr));
  if (keyboard->status != XCB_GRAB_STATUS_SUCCESS || pointer->status != XCB_GRAB_STATUS_SUCCESS)
    throw std::runtime_error("no grab");
}

void Bystander::ungrab() {
  xcb_ungrab_keyboard(get(), XCB_CURRENT_TIME);
  xcb_ungrab_pointer(get(), XCB_CURRENT_TIME);
  round_trip();
}

void Bystander::grab_server() {
  xcb_grab_server(get());
  round_trip();
}

void Bystander::ungrab_server() {
  xcb_ungrab_server(get());
  round_trip();
}

std::uint16_t Bystander::pointer_mask() {
  return owned(xcb_query_pointer_reply(get(), xcb_query_pointer(get(), root_), nullptr))->mask;
}

Point Bystander::pointer() {
  const auto at = owned(xcb_query_pointer_reply(get(), xcb_query_pointer(get(), root_), nullptr));
  return {at->root_x, at->root_y};
}

bool Bystander::anything_down() {
  constexpr std::uint16_t buttons = 0x1f00;
  const auto keys = owned(xcb_query_keymap_reply(get(), xcb_query_keymap(get()), nullptr));
  const auto is_down = [](std::uint8_t eight) { return eight != 0; };
  return (pointer_mask() & buttons) != 0 || std::any_of(std::begin(keys->keys), std::end(keys->keys), is_down);
}

}  // namespace secondseat::stage
