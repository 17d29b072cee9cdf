#include "base/program_name.hpp"

#include <algorithm>

namespace secondseat::base {
namespace {

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

}  // namespace

bool same_name(std::string_view one, std::string_view other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

bool is_called(std::string_view program_path, std::string_view name) {
  if (name.empty()) return false;
  return name == program_path || same_name(name, program_path.substr(program_path.rfind('/') + 1));
}

}  // namespace secondseat::base
