#include "desktop/x11/window_finder.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "base/try.hpp"
#include "desktop/x11/process_clients.hpp"

namespace secondseat::x11 {
namespace {

constexpr std::size_t most_windows = 4096;  // a screen with more is an attack or a leak
constexpr std::uint32_t title_words = 512;  // 2 KiB: what ReadLimits lets through of a title, too

struct Candidate {
  xcb_window_t window = XCB_NONE;
  std::size_t top_level = 0;
  std::string title;
  int width = 0;
  int height = 0;
  bool viewable = false;
  bool minimised = false;
};

Task<Result<std::vector<xcb_window_t>>> children_of(XConnection& x, xcb_window_t parent) {
  const auto asked = xcb_query_tree(x.get(), parent);
  CO_TRY(const auto tree, co_await x.reply<xcb_query_tree_reply_t>(asked.sequence));
  const auto* first = xcb_query_tree_children(tree.get());
  const auto count =
      std::min<std::size_t>(static_cast<std::size_t>(xcb_query_tree_children_length(tree.get())), most_windows);
  co_return std::vector<xcb_window_t>(first, first + count);
}

Task<Result<std::vector<TopLevel>>> stack_of(XConnection& x) {
  CO_TRY(const auto windows, co_await children_of(x, x.screen().root));
  std::vector<std::pair<unsigned, unsigned>> asked;
  for (const auto window : windows)
    asked.emplace_back(xcb_get_geometry(x.get(), window).sequence, xcb_get_window_attributes(x.get(), window).sequence);
  std::vector<TopLevel> stack;
  for (std::size_t at = 0; at < windows.size(); ++at) {
    const auto geometry = co_await x.reply<xcb_get_geometry_reply_t>(asked[at].first);
    const auto attributes = co_await x.reply<xcb_get_window_attributes_reply_t>(asked[at].second);
    for (const auto* failure : {geometry ? nullptr : &geometry.error(), attributes ? nullptr : &attributes.error()})
      if (failure != nullptr && failure->code == ErrorCode::backend_lost) co_return tl::unexpected(*failure);
    if (!geometry || !attributes) continue;  // gone since
    const auto& g = **geometry;
    const bool visible =
        (*attributes)->_class == XCB_WINDOW_CLASS_INPUT_OUTPUT && (*attributes)->map_state == XCB_MAP_STATE_VIEWABLE;
    const Rect outer{g.x, g.y, g.width + 2 * g.border_width, g.height + 2 * g.border_width};
    stack.push_back(TopLevel{windows[at], outer, visible});
  }
  co_return stack;
}

Task<Result<std::string>> text_property(XConnection& x, xcb_window_t window, xcb_atom_t name) {
  const auto asked = xcb_get_property(x.get(), 0, window, name, XCB_GET_PROPERTY_TYPE_ANY, 0, title_words);
  CO_TRY(const auto property, co_await x.reply<xcb_get_property_reply_t>(asked.sequence));
  if (property->format != 8) co_return std::string();
  const auto* bytes = static_cast<const char*>(xcb_get_property_value(property.get()));
  co_return std::string(bytes, static_cast<std::size_t>(xcb_get_property_value_length(property.get())));
}

/// Nothing if it is no window that a person could mean: a group leader, or an input-only helper.
Task<Result<Candidate>> describe_window(XConnection& x, xcb_window_t window) {
  Candidate candidate;
  const auto attributes_asked = xcb_get_window_attributes(x.get(), window);
  const auto geometry_asked = xcb_get_geometry(x.get(), window);
  const auto state_asked = xcb_get_property(x.get(), 0, window, x.atoms().state, x.atoms().state, 0, 1);
  CO_TRY(const auto attributes, co_await x.reply<xcb_get_window_attributes_reply_t>(attributes_asked.sequence));
  CO_TRY(const auto geometry, co_await x.reply<xcb_get_geometry_reply_t>(geometry_asked.sequence));
  CO_TRY(const auto state, co_await x.reply<xcb_get_property_reply_t>(state_asked.sequence));
  constexpr std::uint32_t iconic = 3;
  const bool managed = state->format == 32 && xcb_get_property_value_length(state.get()) >= 4;
  candidate.minimised = managed && *static_cast<const std::uint32_t*>(xcb_get_property_value(state.get())) == iconic;
  candidate.viewable = attributes->map_state == XCB_MAP_STATE_VIEWABLE;
  candidate.width = geometry->width;
  candidate.height = geometry->height;
  const bool drawn = attributes->_class == XCB_WINDOW_CLASS_INPUT_OUTPUT;
  if (!drawn || !(candidate.viewable || candidate.minimised)) co_return candidate;
  CO_TRY(candidate.title, co_await text_property(x, window, x.atoms().utf8_name));
  if (candidate.title.empty()) {
    CO_TRY(candidate.title, co_await text_property(x, window, XCB_ATOM_WM_NAME));
  }
  candidate.window = window;
  co_return candidate;
}

/// What shrinks the choice only if it leaves one: a title may have changed since the tree was read, a size may be unknown.
template <class Fits>
void prefer(std::vector<Candidate>& candidates, Fits fits) {
  if (candidates.size() < 2) return;
  const auto fitting = std::count_if(candidates.begin(), candidates.end(), fits);
  if (fitting > 0) std::erase_if(candidates, [&fits](const Candidate& each) { return !fits(each); });
}

std::string choose(std::vector<Candidate>& candidates, const Subject& subject) {
  if (candidates.empty()) return "The application has no window on this X display.";
  const auto same_title = [&subject](const Candidate& each) { return each.title == subject.title; };
  const auto same_size = [&subject](const Candidate& each) {
    return each.width == subject.on_screen.width && each.height == subject.on_screen.height;
  };
  if (std::none_of(candidates.begin(), candidates.end(), same_title) &&
      std::none_of(candidates.begin(), candidates.end(), same_size))
    return "None of the application's windows on the X display has this title or size.";
  prefer(candidates, same_title);
  prefer(candidates, same_size);
  if (candidates.size() > 1)
    return "Several windows of the application have this title and size, so there is no telling which to show.";
  return {};
}

}  // namespace

Task<Result<FoundWindow>> find_window(XConnection& x, Subject subject) {
  CO_TRY(const auto application, co_await ProcessClients::of(x, subject.pid));
  FoundWindow found;
  CO_TRY(found.stack, co_await stack_of(x));
  // A window is a child of the root, or sits in a window manager's frame, at most three deep.
  std::vector<Candidate> candidates;
  for (std::size_t top = 0; top < found.stack.size() && !application.none(); ++top) {
    std::vector<xcb_window_t> level{found.stack[top].window};
    for (int depth = 0; depth < 4 && !level.empty(); ++depth) {
      std::vector<xcb_window_t> next;
      for (const auto window : level) {
        if (application.own(window)) {
          auto candidate = co_await describe_window(x, window);
          if (!candidate && candidate.error().code == ErrorCode::backend_lost)
            co_return tl::unexpected(candidate.error());
          if (!candidate || candidate->window == XCB_NONE) continue;
          candidate->top_level = top;
          candidates.push_back(*std::move(candidate));
          continue;
        }
        auto below = co_await children_of(x, window);
        if (!below && below.error().code == ErrorCode::backend_lost) co_return tl::unexpected(below.error());
        if (below && next.size() < most_windows) next.insert(next.end(), below->begin(), below->end());
      }
      level = std::move(next);
      if (std::any_of(candidates.begin(), candidates.end(),
                      [top](const Candidate& each) { return each.top_level == top; }))
        break;
    }
  }
  found.because = choose(candidates, subject);
  if (!found.because.empty()) co_return found;
  const auto& chosen = candidates.front();
  found.client = chosen.window;
  found.top_level = chosen.top_level;
  found.viewable = chosen.viewable;
  found.minimised = chosen.minimised;
  co_return found;
}

}  // namespace secondseat::x11
