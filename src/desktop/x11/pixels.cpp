#include "desktop/x11/pixels.hpp"

#include <algorithm>
#include <cmath>

#include <png.h>

namespace secondseat::x11 {
namespace {

constexpr int smallest_side = 16;

std::size_t product(int a, int b) { return static_cast<std::size_t>(a) * static_cast<std::size_t>(b); }

/// Where each of `to` parts begins in `from` pixels, and the end; none is empty, for `to` is not larger.
std::vector<int> edges(int from, int to) {
  std::vector<int> result(static_cast<std::size_t>(to) + 1);
  for (int at = 0; at <= to; ++at)
    result[static_cast<std::size_t>(at)] = static_cast<int>(static_cast<std::int64_t>(at) * from / to);
  return result;
}

void add_row(std::vector<std::uint32_t>& sums, const std::vector<int>& columns, const std::uint8_t* pixel) {
  auto* sum = sums.data();
  for (std::size_t x = 0; x + 1 < columns.size(); ++x, sum += 3) {
    for (int left = columns[x + 1] - columns[x]; left > 0; --left, pixel += 3) {
      sum[0] += pixel[0];
      sum[1] += pixel[1];
      sum[2] += pixel[2];
    }
  }
}

Result<std::string> png_of(const Pixels& pixels) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(pixels.width);
  image.height = static_cast<png_uint_32>(pixels.height);
  image.format = PNG_FORMAT_BGR;
  image.flags = PNG_IMAGE_FLAG_FAST;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string png(size, '\0');
  if (png_image_write_to_memory(&image, png.data(), &size, 0, pixels.bgr.data(), pixels.width * 3, nullptr) == 0)
    return fail(Layer::backend, ErrorCode::internal, "the picture could not be encoded");
  png.resize(size);
  return png;
}

}  // namespace

Pixels box_scaled(const Pixels& source, int width, int height) {
  width = std::clamp(width, 1, source.width);
  height = std::clamp(height, 1, source.height);
  if (width == source.width && height == source.height) return source;
  Pixels scaled{width, height, std::vector<std::uint8_t>(product(width, height) * 3)};
  const auto columns = edges(source.width, width);
  const auto rows = edges(source.height, height);
  std::vector<std::uint32_t> sums(product(width, 3));
  auto* to = scaled.bgr.data();
  for (std::size_t y = 0; y + 1 < rows.size(); ++y) {
    std::fill(sums.begin(), sums.end(), 0);
    for (int row = rows[y]; row < rows[y + 1]; ++row)
      add_row(sums, columns, source.bgr.data() + product(row, source.width) * 3);
    for (std::size_t x = 0; x + 1 < columns.size(); ++x) {
      const auto covered = static_cast<std::uint32_t>((columns[x + 1] - columns[x]) * (rows[y + 1] - rows[y]));
      for (std::size_t at = x * 3; at < x * 3 + 3; ++at)
        *to++ = static_cast<std::uint8_t>((sums[at] + covered / 2) / covered);
    }
  }
  return scaled;
}

Result<Picture> encode(const Pixels& pixels, const ReadLimits& limits) {
  const double longest = std::max({pixels.width, pixels.height, 1});
  double side = std::min<double>(longest, std::max(1, limits.picture_side));
  for (;;) {
    Picture picture;
    picture.scale = side / longest;
    const auto fitted = box_scaled(pixels, static_cast<int>(std::lround(pixels.width * picture.scale)),
                                   static_cast<int>(std::lround(pixels.height * picture.scale)));
    picture.width = fitted.width;
    picture.height = fitted.height;
    auto png = png_of(fitted);
    if (!png) return tl::unexpected(std::move(png).error());
    if (png->size() <= limits.picture_bytes) {
      picture.png = *std::move(png);
      return picture;
    }
    if (side <= smallest_side) return fail(Layer::backend, ErrorCode::too_large, "no picture fits within the limit");
    // Bytes grow with the area, and a little slower for what compresses well.
    const double too_much =
        static_cast<double>(png->size()) / static_cast<double>(std::max<std::size_t>(limits.picture_bytes, 1));
    side = std::max<double>(smallest_side, std::floor(side * 0.95 / std::sqrt(std::min(too_much, 100.0))));
  }
}

}  // namespace secondseat::x11
