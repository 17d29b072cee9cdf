// ToolAnswer: what a tool call gives to the model, text and perhaps a picture, and its form in a result. Any thread.
#pragma once

#include <optional>
#include <string>

#include "secondseat/error.hpp"
#include "secondseat/executor.hpp"

namespace secondseat::mcp {

struct ToolAnswer {
  std::string text;
  std::string png;        ///< empty: no picture
  bool is_error = false;  ///< readable by the model, unlike a protocol error

  /// The result object of tools/call as JSON text; the picture's base64 goes around the JSON tree, because it is large.
  std::string to_json() const;
};

ToolAnswer answer_of(const Error& error);
ToolAnswer answer_of(StateView state);
/// First the line of fixed words, then why, then the fresh state.
ToolAnswer answer_of(ActionReport report);

}  // namespace secondseat::mcp
