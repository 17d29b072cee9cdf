// Log: where a room's events go, handed down to it by the program, which alone knows where that is. On the thread of who logs.
#pragma once

#include <functional>
#include <string_view>

namespace secondseat::base {

/// Takes one line, "event=… key=value", that holds nothing a client sent, a person typed or an application shows. Empty: silence.
using Log = std::function<void(std::string_view line)>;

}  // namespace secondseat::base
