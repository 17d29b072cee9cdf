// The version of secondseat: what the server tells its clients and `secondseat --version` prints. Any thread.
#pragma once

#include <string_view>

namespace secondseat {

inline constexpr std::string_view program_version = "0.1.0";

}  // namespace secondseat
