// serve: MCP, both eras, with one client over one transport: the whole front end. Loop only.
#pragma once

#include "rpc/transport.hpp"
#include "secondseat/clock.hpp"
#include "secondseat/executor.hpp"
#include "secondseat/task.hpp"

namespace secondseat::mcp {

/// Serves until the client is gone or the caller is stopped, then stops and awaits what runs. All three must outlive it; the
/// connection is left open for its owner to close.
Task<void> serve(rpc::Transport& transport, Connection& connection, Clock& clock);

}  // namespace secondseat::mcp
