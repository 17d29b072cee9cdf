// Base64 as in RFC 4648 section 4, with padding: how pictures travel in JSON. Any thread.
#pragma once

#include <string>
#include <string_view>

namespace secondseat::base {

std::string to_base64(std::string_view bytes);

}  // namespace secondseat::base
