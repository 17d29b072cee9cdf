#include "desktop/scripted/painting.hpp"

#include <algorithm>
#include <cstdint>

#include <png.h>

namespace secondseat::scripted {
namespace {

/// Grey levels: the ground, and one for each kind of element, so that pictures of different windows differ.
std::uint8_t shade_of(const Node& node) {
  if (node.states.has(State::focused)) return 0x40;
  if (!node.actions.empty()) return 0xA0;
  return node.has_editable_text ? 0xFF : 0xC8;
}

struct Canvas {
  Canvas(int width_of_it, int height_of_it)
      : width(width_of_it),
        height(height_of_it),
        pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), std::uint8_t{0xE0}) {}

  void fill(int left, int top, int right, int bottom, std::uint8_t shade) {
    left = std::clamp(left, 0, width);
    right = std::clamp(right, left, width);
    for (int y = std::clamp(top, 0, height); y < std::clamp(bottom, 0, height); ++y) {
      const auto row = pixels.begin() + static_cast<std::ptrdiff_t>(y) * width;
      std::fill(row + left, row + right, shade);
    }
  }

  int width;
  int height;
  std::vector<std::uint8_t> pixels;
};

Result<std::string> encode(const Canvas& canvas) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(canvas.width);
  image.height = static_cast<png_uint_32>(canvas.height);
  image.format = PNG_FORMAT_GRAY;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string png(size, '\0');
  if (png_image_write_to_memory(&image, png.data(), &size, 0, canvas.pixels.data(), canvas.width, nullptr) == 0)
    return fail(Layer::backend, ErrorCode::internal, "the picture could not be encoded");
  png.resize(size);
  return png;
}

}  // namespace

Result<Picture> paint(const Tree& tree, const ReadLimits& limits) {
  const auto& window = tree.nodes.front().bounds;
  const double longest = std::max(window.width, window.height);
  Picture picture;
  picture.scale = std::min(1.0, std::max(1, limits.picture_side) / longest);
  const auto scaled = [&picture](std::int64_t length) {
    return static_cast<int>(std::clamp<double>(static_cast<double>(length) * picture.scale, -1e6, 1e6));
  };
  picture.width = std::max(1, scaled(window.width));
  picture.height = std::max(1, scaled(window.height));
  Canvas canvas(picture.width, picture.height);
  for (auto node = tree.nodes.begin() + 1; node != tree.nodes.end(); ++node) {
    const std::int64_t left = node->bounds.x;
    const std::int64_t top = node->bounds.y;
    canvas.fill(scaled(left), scaled(top), scaled(left + node->bounds.width), scaled(top + node->bounds.height),
                shade_of(*node));
  }
  auto png = encode(canvas);
  if (!png) return tl::unexpected(std::move(png).error());
  if (png->size() > limits.picture_bytes)
    return fail(Layer::backend, ErrorCode::too_large, "The picture would be larger than the limit.");
  picture.png = *std::move(png);
  return picture;
}

}  // namespace secondseat::scripted
