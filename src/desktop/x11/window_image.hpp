// WindowImage: the pixels of a redirected window, through shared memory. AX thread only.
#pragma once

#include <optional>

#include "desktop/x11/pixels.hpp"
#include "desktop/x11/x_connection.hpp"

namespace secondseat::x11 {

/// The pixmap that holds a redirected window's content, covered or not; it keeps this window's size and life.
class NamedPixmap {
 public:
  /// Nothing if the window is not redirected.
  static Task<Result<std::unique_ptr<NamedPixmap>>> of(XConnection& x, xcb_window_t window);
  NamedPixmap(const NamedPixmap&) = delete;
  NamedPixmap& operator=(const NamedPixmap&) = delete;
  ~NamedPixmap();
  xcb_pixmap_t id() const { return id_; }

 private:
  explicit NamedPixmap(XConnection& x) : x_(x), id_(x.new_id()) {}
  XConnection& x_;
  xcb_pixmap_t id_;
};

/// `area` must lie within the pixmap.
Task<Result<Pixels>> read_pixels(XConnection& x, xcb_pixmap_t pixmap, Rect area);

}  // namespace secondseat::x11
