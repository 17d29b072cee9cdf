// The tools that an agent sees, one row each: the only table of them. Loop only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "mcp/tool_answer.hpp"
#include "secondseat/caller.hpp"
#include "secondseat/executor.hpp"
#include "secondseat/task.hpp"

namespace secondseat::mcp {

struct Tool {
  std::string name;
  std::string title;
  std::string description;
  nlohmann::json schema;  ///< of the arguments
  bool acts = false;      ///< may change the world
  /// The arguments have passed check_arguments(). An Error becomes an answer with is_error.
  Task<Result<ToolAnswer>> (*call)(nlohmann::json arguments, Connection& connection, Caller caller) = nullptr;

  /// As tools/list shows it.
  nlohmann::json listed() const;
};

const std::vector<Tool>& tools();
const Tool* find_tool(std::string_view name);

/// The tools that only look, and those that act; tools() is both.
std::vector<Tool> reading_tools();
std::vector<Tool> acting_tools();

/// Checks the arguments and calls; whatever goes wrong is told in the answer.
Task<ToolAnswer> call_tool(const Tool& tool, nlohmann::json arguments, Connection& connection, Caller caller);

}  // namespace secondseat::mcp
