#include "desktop/x11/pixels.hpp"

#include <algorithm>
#include <cmath>

#include <png.h>

namespace secondseat::x11 {
namespace {

constexpr int smallest_side = 16;

std::size_t product(int a, int b) { return static_cast<std::size_t>(a) * static_cast<std::size_t>(b); }

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
  const auto edge = [](int at, int from, int to) {
    return static_cast<int>(static_cast<std::int64_t>(at) * from / to);
  };
  std::vector<std::uint32_t> sums(product(width, 3));
  for (int y = 0; y < height; ++y) {
    const int top = edge(y, source.height, height);
    const int bottom = std::max(top + 1, edge(y + 1, source.height, height));
    std::fill(sums.begin(), sums.end(), 0);
    for (int row = top; row < bottom; ++row) {
      const auto* line = source.bgr.data() + product(row, source.width) * 3;
      for (int x = 0; x < width; ++x) {
        const int right = std::max(edge(x, source.width, width) + 1, edge(x + 1, source.width, width));
        auto* sum = sums.data() + product(x, 3);
        for (const auto* pixel = line + product(edge(x, source.width, width), 3); pixel < line + product(right, 3);
             pixel += 3)
          for (int channel = 0; channel < 3; ++channel) sum[channel] += pixel[channel];
      }
    }
    for (int x = 0; x < width; ++x) {
      const int left = edge(x, source.width, width);
      const auto columns = std::max(1, edge(x + 1, source.width, width) - left);
      const auto covered = static_cast<std::uint32_t>(columns * (bottom - top));
      for (int channel = 0; channel < 3; ++channel) {
        const auto at = product(x, 3) + static_cast<std::size_t>(channel);
        scaled.bgr[product(y, width) * 3 + at] = static_cast<std::uint8_t>((sums[at] + covered / 2) / covered);
      }
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
