#include "desktop/x11/hit_test.hpp"

#include <algorithm>

#include "base/try.hpp"

namespace secondseat::x11 {
namespace {

constexpr std::size_t deepest = 64;  // no toolkit nests its windows like that, but an enemy may

tl::unexpected<Error> too_deep() {
  return fail(Layer::application, ErrorCode::too_large, "the application's windows are nested too deep");
}

}  // namespace

Task<Result<std::vector<xcb_window_t>>> windows_at(XConnection& x, Point on_root) {
  std::vector<xcb_window_t> path;
  for (auto inside = x.screen().root; inside != XCB_NONE;) {
    const auto asked = xcb_translate_coordinates(x.get(), x.screen().root, inside, static_cast<std::int16_t>(on_root.x),
                                                 static_cast<std::int16_t>(on_root.y));
    CO_TRY(const auto found, co_await x.reply<xcb_translate_coordinates_reply_t>(asked.sequence));
    inside = found->child;
    if (inside != XCB_NONE) path.push_back(inside);
    if (path.size() > deepest) co_return too_deep();
  }
  co_return path;
}

Task<Result<std::vector<xcb_window_t>>> windows_down_to(XConnection& x, xcb_window_t window) {
  std::vector<xcb_window_t> path;
  while (window != x.screen().root && window != XCB_NONE) {
    path.push_back(window);
    if (path.size() > deepest) co_return too_deep();
    const auto asked = xcb_query_tree(x.get(), window);
    CO_TRY(const auto tree, co_await x.reply<xcb_query_tree_reply_t>(asked.sequence));
    window = tree->parent;
  }
  std::reverse(path.begin(), path.end());
  co_return path;
}

bool reaches(const std::vector<xcb_window_t>& path, xcb_window_t client, const ProcessClients& application) {
  const auto inside = std::find(path.begin(), path.end(), client);
  const auto is_own = [&application](xcb_window_t window) { return application.own(window); };
  return inside != path.end() && std::all_of(inside, path.end(), is_own);
}

Task<Result<bool>> has_open_menu(XConnection& x, ProcessClients application) {
  const auto asked = xcb_query_tree(x.get(), x.screen().root);
  CO_TRY(const auto tree, co_await x.reply<xcb_query_tree_reply_t>(asked.sequence));
  const auto* windows = xcb_query_tree_children(tree.get());
  for (auto at = xcb_query_tree_children_length(tree.get()) - 1; at >= 0; --at) {
    const auto shown = xcb_get_window_attributes(x.get(), windows[at]);
    CO_TRY(const auto attributes, co_await x.reply<xcb_get_window_attributes_reply_t>(shown.sequence));
    const bool is_menu = attributes->override_redirect != 0 && attributes->map_state == XCB_MAP_STATE_VIEWABLE &&
                         attributes->_class == XCB_WINDOW_CLASS_INPUT_OUTPUT;
    if (is_menu) co_return application.own(windows[at]);
  }
  co_return false;
}

}  // namespace secondseat::x11
