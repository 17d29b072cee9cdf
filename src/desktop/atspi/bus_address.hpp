// Which D-Bus addresses we are ready to connect to. Any thread.
#pragma once

#include <string_view>

namespace secondseat::atspi {

/// True if every alternative in it is a Unix socket. An address comes from the environment or from whoever owns a name on the
/// bus, and the other transports run programs ("unixexec:") or leave the machine ("tcp:").
bool is_local_socket(std::string_view address);

}  // namespace secondseat::atspi
