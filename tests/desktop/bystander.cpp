#include "desktop/bystander.hpp"

#include <cstdlib>
#include <iterator>
#include <stdexcept>
#include <vector>

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

}  // namespace secondseat::stage
