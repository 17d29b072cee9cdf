// Any bytes as keys: what comes out are keysyms for an application, or a refusal.
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string_view>

#include "desktop/key_chord.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto keys = secondseat::desktop::parse_key_chord({reinterpret_cast<const char*>(data), size});
  if (!keys) return 0;
  const std::set<std::uint32_t> different(keys->begin(), keys->end());
  if (keys->empty() || different.size() != keys->size() || different.contains(0)) std::abort();
  constexpr std::uint32_t first_of_vendors = 0x10080000;
  constexpr std::uint32_t last_of_vendors = 0x1008FFFF;
  const auto vendors = different.lower_bound(first_of_vendors);
  if (vendors != different.end() && *vendors <= last_of_vendors) std::abort();
  return 0;
}
