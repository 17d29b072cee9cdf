// Whether the parts of a World fit together. Any thread; not for use outside World::create.
#pragma once

#include <vector>

#include "desktop/scripted/world.hpp"

namespace secondseat::scripted {

/// The bounds of a World: a file is somebody's input.
struct WorldBounds {
  std::size_t applications = 64;
  std::size_t windows = 64;       ///< of one application
  std::size_t elements = 20'000;  ///< of one application
  int depth = 32;
  int side = 8192;  ///< of a window, in pixels
};

/// Fills in ids, process numbers and paths that were left out.
void complete(std::vector<WorldApplication>& applications);

Result<void> check(std::vector<WorldApplication>& applications, WorldBounds bounds = {});

}  // namespace secondseat::scripted
