// The arguments of the acting tools as the actions they mean. Each takes arguments that fit its tool's schema, and refuses what a
// schema cannot say: one of two ways of naming a place, and not both. Any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "secondseat/error.hpp"
#include "secondseat/executor.hpp"

namespace secondseat::mcp {

Result<Action> read_click(const nlohmann::json& arguments);
Result<Action> read_secondary_action(const nlohmann::json& arguments);
Result<Action> read_set_value(const nlohmann::json& arguments);
Result<Action> read_selection(const nlohmann::json& arguments);
Result<Action> read_scroll(const nlohmann::json& arguments);
Result<Action> read_drag(const nlohmann::json& arguments);
Result<Action> read_keys(const nlohmann::json& arguments);
Result<Action> read_typing(const nlohmann::json& arguments);

}  // namespace secondseat::mcp
