#include "desktop/atspi/element_address.hpp"

#include <algorithm>
#include <cstddef>

namespace secondseat::atspi {
namespace {

constexpr std::size_t longest_path = 512;
constexpr std::size_t longest_name = 64;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_path_character(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

bool is_unique_name(std::string_view name) {
  if (name.size() < 4 || name.size() > longest_name || name.front() != ':') return false;
  if (!is_digit(name[1]) || !is_digit(name.back()) || name.find('.') == name.npos) return false;
  if (name.find("..") != name.npos) return false;
  return std::all_of(name.begin() + 1, name.end(), [](char c) { return is_digit(c) || c == '.'; });
}

bool is_object_path(std::string_view path) {
  if (path.empty() || path.size() > longest_path || path.front() != '/') return false;
  if (path == "/") return true;
  if (path.back() == '/' || path.find("//") != path.npos) return false;
  return std::all_of(path.begin(), path.end(), [](char c) { return is_path_character(c) || c == '/'; });
}

std::optional<ElementAddress> parse_element(const NativeRef& ref) {
  const auto slash = ref.text.find('/');
  if (slash == ref.text.npos) return std::nullopt;
  ElementAddress address{ref.text.substr(0, slash), ref.text.substr(slash)};
  if (!is_unique_name(address.bus_name) || !is_object_path(address.path)) return std::nullopt;
  return address;
}

}  // namespace secondseat::atspi
