// Arguments of a tool call, judged by the very schema that tools/list shows, so that the two cannot differ. Pure; any thread.
#pragma once

#include <nlohmann/json.hpp>

#include "secondseat/error.hpp"

namespace secondseat::mcp {

/// Knows the part of JSON Schema that our tools use: required, additionalProperties false, and per property type (one or
/// several), enum, minimum, maximum, maxLength, the pattern of digits, and arrays of objects. An error says what to pass, in the schema's words.
Result<void> check_arguments(const nlohmann::json& schema, const nlohmann::json& arguments);

/// An element index, which models send as a number or as its digits; the arguments were checked before.
int element_index(const nlohmann::json& value);

}  // namespace secondseat::mcp
