// The English names of AT-SPI's role numbers. Toolkits also offer names, but in the user's language, and code that decides by
// those breaks on every other desktop than the author's. Any thread.
#pragma once

#include <cstdint>
#include <string_view>

namespace secondseat {

/// "push button" for 43; "unknown" for a number that AT-SPI 2.46 does not define.
std::string_view role_name(std::uint32_t number);

}  // namespace secondseat
