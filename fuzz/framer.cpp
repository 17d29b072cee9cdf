// However the bytes of a client are cut into reads, the framer gives the same frames, and never a line end inside one.
#include "rpc/framer.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using secondseat::rpc::Framer;

constexpr std::size_t limit = 16;  // small, so that lines over it are common

struct Frames {
  std::vector<std::string> lines;
  std::size_t rest = 0;
  bool operator==(const Frames&) const = default;
};

void drain(Framer& framer, Frames& frames) {
  while (auto frame = framer.next()) {
    if (*frame && ((*frame)->find('\n') != std::string::npos || (*frame)->size() > limit)) std::abort();
    frames.lines.push_back(*frame ? "line " + **frame : "too large");
  }
  if (framer.buffered() > limit + 1) std::abort();
}

Frames in_pieces(std::string_view bytes, std::string_view sizes) {
  Framer framer(limit);
  Frames frames;
  for (std::size_t turn = 0; !bytes.empty(); ++turn) {
    const auto size = sizes.empty() ? 1 : 1 + static_cast<unsigned char>(sizes[turn % sizes.size()]) % 40U;
    framer.feed(bytes.substr(0, size));
    bytes.remove_prefix(std::min<std::size_t>(size, bytes.size()));
    drain(framer, frames);
  }
  return frames;
}

}  // namespace

/// The first byte says how many of the following ones are sizes of reads; the rest is what the client sends.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input(reinterpret_cast<const char*>(data), size);
  if (input.empty()) return 0;
  const auto sizes = input.substr(1, static_cast<unsigned char>(input.front()) % 16U);
  const auto bytes = input.substr(1 + sizes.size());

  Framer whole(limit);
  Frames expected;
  whole.feed(bytes);
  drain(whole, expected);

  if (in_pieces(bytes, sizes).lines != expected.lines) std::abort();
  if (in_pieces(bytes, {}).lines != expected.lines) std::abort();
  return 0;
}
