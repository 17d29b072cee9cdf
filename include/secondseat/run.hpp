// run_with_connection: a desktop, one agent's connection to it, and the loop that both live on, for a program without a loop of its
// own. `secondseat mcp` is such a program, and so is docs/examples/save_a_note.cpp.
#pragma once

#include <functional>
#include <string>

#include "secondseat/error.hpp"
#include "secondseat/executor.hpp"
#include "secondseat/task.hpp"

namespace secondseat {

/// What a program does with its connection, on the loop. It may keep neither the connection nor a reference to it.
using ConnectedWork = std::function<Task<Result<void>>(Connection&)>;

/// Runs `work` on a loop of its own, on the calling thread, and gives what it gave; what it threw is an Error of
/// Layer::internal. `desktop`: "linux", or "scripted:FILE" for a desktop that a file describes; an Error if there is no such
/// desktop, and then `work` was not called. When this returns, the connection is closed, its grants are forgotten and native work
/// has ended.
Result<void> run_with_connection(const std::string& desktop, ConnectedWork work);

}  // namespace secondseat
