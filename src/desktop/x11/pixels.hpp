// Pixels: an opaque image in memory, its scaling and its encoding. Any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "secondseat/desktop.hpp"

namespace secondseat::x11 {

struct Pixels {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> bgr;  ///< three bytes a pixel, rows without padding
};

/// The average of the source pixels that each smaller pixel covers, so that text stays readable. Never enlarges.
Pixels box_scaled(const Pixels& source, int width, int height);

/// A PNG within the limits, scaled down as far as they ask for; ErrorCode::too_large when nothing fits.
Result<Picture> encode(const Pixels& pixels, const ReadLimits& limits);

}  // namespace secondseat::x11
