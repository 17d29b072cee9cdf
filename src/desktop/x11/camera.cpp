#include "desktop/x11/camera.hpp"

#include <utility>

#include <xcb/composite.h>

#include "async/within.hpp"
#include "base/try.hpp"
#include "desktop/x11/repaint.hpp"
#include "desktop/x11/window_image.hpp"
#include "desktop/x11/window_place.hpp"

namespace secondseat::x11 {
namespace {

constexpr std::chrono::seconds repaint_limit{2};  // only a hung application takes longer, and its tree was just read

Shot none(std::string because) {
  Shot shot;
  shot.because = std::move(because);
  return shot;
}

}  // namespace

Camera::Camera(asio::any_io_executor native, Clock& clock, std::string display)
    : native_(std::move(native)), clock_(clock), display_(std::move(display)) {}
Camera::~Camera() = default;

Task<Result<Shot>> Camera::shoot(Subject subject, ReadLimits limits, Deadline deadline) {
  auto work = take(std::move(subject), limits, deadline);
  co_return co_await async::within(clock_, deadline, std::move(work));
}

Task<Result<Shot>> Camera::take(Subject subject, ReadLimits limits, Deadline deadline) {
  const auto turn = co_await line_.enter();
  Doubt doubt(x_);
  if (!x_) {
    auto opened = co_await XConnection::open(native_, display_);
    if (!opened) {
      // No display is a fact about this session and no failure of it.
      if (opened.error().code != ErrorCode::backend_lost && opened.error().code != ErrorCode::unsupported)
        co_return tl::unexpected(std::move(opened).error());
      co_return none("There is no picture because " + opened.error().message + ".");
    }
    x_ = *std::move(opened);
  }
  const auto in_tree = subject.on_screen;
  CO_TRY(auto found, co_await find_window(*x_, std::move(subject)));
  auto shot = none(found.because);
  shot.minimised = found.minimised;
  if (found.minimised) {
    shot.because = "The window is minimised, and a minimised window has no picture.";
  } else if (shot.because.empty() && !found.viewable) {
    shot.because = "The window is not on the screen.";
  } else if (shot.because.empty()) {
    CO_TRY(shot, co_await capture(std::move(found), in_tree, limits, deadline));
  }
  doubt.dispel();
  co_return shot;
}

Task<Result<Shot>> Camera::capture(FoundWindow found, Rect in_tree, ReadLimits limits, Deadline deadline) {
  auto& x = *x_;
  const auto& top = found.stack[found.top_level];
  CO_TRY(const auto client, co_await place_of(x, found.client));
  CO_TRY(const auto part, co_await part_in_tree(x, found.client, client, in_tree));
  const Rect whole_screen{0, 0, x.screen().width_in_pixels, x.screen().height_in_pixels};
  const auto on_screen = intersection(intersection(client, top.outer), whole_screen);
  if (on_screen.width == 0) co_return none("The window is outside the screen.");

  CO_TRY(auto pixmap, co_await NamedPixmap::of(x, top.window));
  if (!pixmap) {
    const Rect area{on_screen.x - client.x, on_screen.y - client.y, on_screen.width, on_screen.height};
    auto painting = redirect_and_await_paint(x, found, client, area);
    const auto limit = Deadline::after(clock_, repaint_limit).or_earlier(deadline);
    const auto painted = co_await async::within(clock_, limit, std::move(painting));
    if (!painted && painted.error().code == ErrorCode::timed_out) {
      // Let go, or the next attempt would take what other windows left in the pixmap for the application's own.
      xcb_composite_unredirect_window(x.get(), top.window, XCB_COMPOSITE_REDIRECT_AUTOMATIC);
      co_return none("The window is covered, and the application has not painted what is below.");
    }
    CO_TRY_VOID(painted);
    CO_TRY(pixmap, co_await NamedPixmap::of(x, top.window));
    if (!pixmap) co_return none("The window has just changed, so it could not be captured.");
  }
  const Rect in_pixmap{on_screen.x - top.outer.x, on_screen.y - top.outer.y, on_screen.width, on_screen.height};
  CO_TRY(const auto pixels, co_await read_pixels(x, pixmap->id(), in_pixmap));
  auto picture = encode(pixels, limits);
  if (!picture && picture.error().code == ErrorCode::too_large)
    co_return none("The picture would be larger than the limit.");
  if (!picture) co_return tl::unexpected(std::move(picture).error());
  picture->clipped = on_screen.width < client.width || on_screen.height < client.height;
  picture->origin = Point{on_screen.x - client.x - part.x, on_screen.y - client.y - part.y};
  picture->frame = frame_of(found.client, client);
  Shot shot;
  shot.picture = *std::move(picture);
  co_return shot;
}

}  // namespace secondseat::x11
