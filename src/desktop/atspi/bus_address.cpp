#include "desktop/atspi/bus_address.hpp"

#include <cstddef>

namespace secondseat::atspi {

bool is_local_socket(std::string_view address) {
  constexpr std::size_t longest = 4096;
  if (address.empty() || address.size() > longest || address.find('\0') != address.npos) return false;
  for (;;) {
    const auto end = address.find(';');
    if (!address.substr(0, end).starts_with("unix:")) return false;
    if (end == address.npos || end + 1 == address.size()) return true;
    address.remove_prefix(end + 1);
  }
}

}  // namespace secondseat::atspi
