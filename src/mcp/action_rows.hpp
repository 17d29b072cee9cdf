// The actions as tools: one row each, for the tool itself and for a step of perform_actions. Any thread.
#pragma once

#include <string_view>
#include <vector>

#include "mcp/schema.hpp"
#include "mcp/tools.hpp"
#include "secondseat/executor.hpp"

namespace secondseat::mcp {

struct ActionRow {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::vector<Property> own;                                          ///< arguments beside app, state and screenshot
  Result<Action> (*read)(const nlohmann::json& arguments) = nullptr;  ///< of arguments that fit
  decltype(Tool::call) call = nullptr;
};

const std::vector<ActionRow>& action_rows();

}  // namespace secondseat::mcp
