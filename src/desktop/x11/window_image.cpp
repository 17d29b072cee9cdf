#include "desktop/x11/window_image.hpp"

#include <cerrno>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>
#include <xcb/composite.h>
#include <xcb/shm.h>

#include "base/fd.hpp"
#include "base/try.hpp"

namespace secondseat::x11 {
namespace {

/// Memory that the server writes into. Ours, anonymous, gone with us.
class Segment {
 public:
  static Task<Result<std::unique_ptr<Segment>>> of_size(XConnection& x, std::size_t bytes) {
    std::unique_ptr<Segment> segment(new Segment(x, bytes));
    base::Fd file(::memfd_create("picture", MFD_CLOEXEC));
    if (!file || ::ftruncate(file.get(), static_cast<off_t>(bytes)) != 0)
      co_return base::os_failure("memory for a picture", errno);
    segment->memory_ = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file.get(), 0);
    if (segment->memory_ == MAP_FAILED) co_return base::os_failure("memory for a picture", errno);
    const auto attached =
        xcb_shm_attach_fd_checked(x.get(), segment->id_, file.release(), 0);  // xcb closes the descriptor
    CO_TRY_VOID(co_await x.confirm(attached.sequence));
    segment->attached_ = true;
    co_return segment;
  }
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;
  ~Segment() {
    if (memory_ != MAP_FAILED) ::munmap(memory_, bytes_);
    if (!attached_) return;
    xcb_shm_detach(x_.get(), id_);
    xcb_flush(x_.get());
  }
  xcb_shm_seg_t id() const { return id_; }
  const std::uint8_t* bytes() const { return static_cast<const std::uint8_t*>(memory_); }

 private:
  Segment(XConnection& x, std::size_t bytes) : x_(x), bytes_(bytes), id_(x.new_id()) {}
  XConnection& x_;
  std::size_t bytes_;
  xcb_shm_seg_t id_;
  void* memory_ = MAP_FAILED;
  bool attached_ = false;
};

/// Blue, green, red, unused: what every X server of today uses for windows of depth 24 and 32.
bool is_bgrx(const XConnection& x, std::uint8_t depth, xcb_visualid_t visual) {
  if (x.setup().image_byte_order != XCB_IMAGE_ORDER_LSB_FIRST) return false;
  bool four_bytes = false;
  for (auto format = xcb_setup_pixmap_formats_iterator(&x.setup()); format.rem > 0; xcb_format_next(&format))
    if (format.data->depth == depth) four_bytes = format.data->bits_per_pixel == 32;
  if (!four_bytes) return false;
  if (visual == XCB_NONE) return depth == 24 || depth == 32;  // a pixmap has a depth, but no visual
  for (auto at = xcb_screen_allowed_depths_iterator(&x.screen()); at.rem > 0; xcb_depth_next(&at))
    for (auto each = xcb_depth_visuals_iterator(at.data); each.rem > 0; xcb_visualtype_next(&each))
      if (each.data->visual_id == visual)
        return each.data->red_mask == 0xff0000 && each.data->green_mask == 0xff00 && each.data->blue_mask == 0xff;
  return false;
}

}  // namespace

Task<Result<std::unique_ptr<NamedPixmap>>> NamedPixmap::of(XConnection& x, xcb_window_t window) {
  std::unique_ptr<NamedPixmap> pixmap(new NamedPixmap(x));
  const auto named = xcb_composite_name_window_pixmap_checked(x.get(), window, pixmap->id_);
  auto done = co_await x.confirm(named.sequence);
  if (!done) {
    pixmap->id_ = XCB_NONE;
    if (done.error().code == ErrorCode::backend_lost) co_return tl::unexpected(std::move(done).error());
    pixmap.reset();
  }
  co_return pixmap;
}

NamedPixmap::~NamedPixmap() {
  if (id_ == XCB_NONE) return;
  xcb_free_pixmap(x_.get(), id_);
  xcb_flush(x_.get());
}

Task<Result<Pixels>> read_pixels(XConnection& x, xcb_pixmap_t pixmap, Rect area) {
  Pixels pixels;
  const auto count = static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height);
  CO_TRY(const auto segment, co_await Segment::of_size(x, count * 4));
  const auto asked =
      xcb_shm_get_image(x.get(), pixmap, static_cast<std::int16_t>(area.x), static_cast<std::int16_t>(area.y),
                        static_cast<std::uint16_t>(area.width), static_cast<std::uint16_t>(area.height),
                        ~std::uint32_t{0}, XCB_IMAGE_FORMAT_Z_PIXMAP, segment->id(), 0);
  CO_TRY(const auto image, co_await x.reply<xcb_shm_get_image_reply_t>(asked.sequence));
  if (!is_bgrx(x, image->depth, image->visual) || image->size < count * 4)
    co_return fail(Layer::backend, ErrorCode::unsupported, "the window's pixel format is not supported");
  pixels.width = area.width;
  pixels.height = area.height;
  pixels.bgr.resize(count * 3);
  const auto* from = segment->bytes();
  auto* to = pixels.bgr.data();
  for (std::size_t at = 0; at < count; ++at, from += 4, to += 3) std::memcpy(to, from, 3);
  co_return pixels;
}

}  // namespace secondseat::x11
