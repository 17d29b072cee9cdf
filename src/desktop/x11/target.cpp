#include "desktop/x11/target.hpp"

#include "base/try.hpp"
#include "desktop/x11/window_finder.hpp"
#include "desktop/x11/window_place.hpp"

namespace secondseat::x11 {

Task<Result<Target>> find_target(XConnection& x, desktop::Aim aim) {
  Subject subject;
  subject.pid = aim.pid;
  subject.title = std::move(aim.title);
  subject.on_screen = aim.on_screen;
  Target target;
  target.in_tree = aim.on_screen;
  CO_TRY(target.application, co_await ProcessClients::of(x, aim.pid));
  CO_TRY(auto found, co_await find_window(x, std::move(subject)));
  if (!found.because.empty()) {
    if (found.because.back() == '.') found.because.pop_back();
    co_return fail(Layer::backend, ErrorCode::stale, std::move(found.because), "Read the window again.");
  }
  target.client = found.client;
  target.top_level = found.stack[found.top_level].window;
  target.frame = std::move(aim.frame);
  co_return target;
}

Task<Result<Rect>> present_place(XConnection& x, const Target& target) {
  CO_TRY(const auto place, co_await place_of(x, target.client));
  if (target.frame && *target.frame != frame_of(target.client, place))
    co_return fail(Layer::backend, ErrorCode::stale, "the window has moved, changed its size or been replaced",
                   "Read it again for a picture of how it is now.");
  CO_TRY(const auto part, co_await part_in_tree(x, target.client, place, target.in_tree));
  co_return Rect{place.x + part.x, place.y + part.y, part.width, part.height};
}

}  // namespace secondseat::x11
