#include "desktop/x11/repaint.hpp"

#include <algorithm>
#include <vector>

#include <xcb/composite.h>

#include "base/try.hpp"

namespace secondseat::x11 {
namespace {

/// The pixels of an area that are still somebody else's.
class Foreign {
 public:
  explicit Foreign(Rect area)
      : area_(area), marks_(static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height), false) {}
  void cover(const Rect& by) { mark(by, true); }
  void paint(const Rect& by) { mark(by, false); }
  bool none() const { return left_ == 0; }

 private:
  void mark(const Rect& by, bool foreign) {
    const auto part = intersection(area_, by);
    for (int y = part.y - area_.y; y < part.y - area_.y + part.height; ++y) {
      for (int x = part.x - area_.x; x < part.x - area_.x + part.width; ++x) {
        const auto at =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(area_.width) + static_cast<std::size_t>(x);
        if (marks_[at] == foreign) continue;
        marks_[at] = foreign;
        left_ += foreign ? 1 : -1;
      }
    }
  }
  Rect area_;
  std::vector<bool> marks_;
  std::int64_t left_ = 0;
};

class Damage {
 public:
  Damage(XConnection& x, xcb_window_t window) : x_(x), id_(x.new_id()) {
    xcb_damage_create(x.get(), id_, window, XCB_DAMAGE_REPORT_LEVEL_RAW_RECTANGLES);
  }
  Damage(const Damage&) = delete;
  Damage& operator=(const Damage&) = delete;
  ~Damage() {
    xcb_damage_destroy(x_.get(), id_);
    xcb_flush(x_.get());
  }
  xcb_damage_damage_t id() const { return id_; }

 private:
  XConnection& x_;
  xcb_damage_damage_t id_;
};

}  // namespace

Rect intersection(const Rect& a, const Rect& b) {
  const int left = std::max(a.x, b.x);
  const int top = std::max(a.y, b.y);
  const int right = std::min(a.x + a.width, b.x + b.width);
  const int bottom = std::min(a.y + a.height, b.y + b.height);
  if (right <= left || bottom <= top) return Rect{};
  return Rect{left, top, right - left, bottom - top};
}

Task<Result<void>> redirect_and_await_paint(XConnection& x, const FoundWindow& found, Rect client_on_root, Rect area) {
  Foreign foreign(area);
  for (auto above = found.stack.begin() + static_cast<std::ptrdiff_t>(found.top_level) + 1; above != found.stack.end();
       ++above) {
    if (!above->viewable) continue;
    const auto& on_root = above->outer;
    foreign.cover(Rect{on_root.x - client_on_root.x, on_root.y - client_on_root.y, on_root.width, on_root.height});
  }
  const Damage damage(x, found.client);
  const auto redirected = xcb_composite_redirect_window_checked(x.get(), found.stack[found.top_level].window,
                                                                XCB_COMPOSITE_REDIRECT_AUTOMATIC);
  CO_TRY_VOID(co_await x.confirm(redirected.sequence));
  while (!foreign.none()) {
    CO_TRY(const auto painted, co_await x.next_damage());
    if (painted.damage != damage.id()) continue;
    foreign.paint(Rect{painted.area.x, painted.area.y, painted.area.width, painted.area.height});
  }
  co_return Result<void>();
}

}  // namespace secondseat::x11
