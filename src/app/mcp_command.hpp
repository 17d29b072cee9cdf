// `secondseat mcp`: one agent over standard input and output. The process's main function.
#pragma once

#include <string>

namespace secondseat::app {

struct McpOptions {
  std::string desktop = "linux";
};

/// Serves until the client is gone or SIGTERM or SIGINT comes. The exit status: 0 at the end, 2 when it could not start, or broke.
int run_mcp(const McpOptions& options);

}  // namespace secondseat::app
