// A question as an MCP elicitation form, and what counts as its answer. Pure; any thread.
//
// The form has one required enum without a default: some clients accept an empty form by themselves, and that must never be
// consent. Whatever is not exactly one of the choices is no answer.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "secondseat/error.hpp"
#include "secondseat/questions.hpp"

namespace secondseat::mcp {

/// Params of elicitation/create. `names_mode`: says that it is a form, from 2025-11-25 on; older clients do not know the word.
nlohmann::json consent_form(const Question& question, bool names_mode);

/// From an elicitation's result. `unanswered` for a cancel and for an accept that chooses nothing offered; decline is a deny.
Result<Decision> read_answer(const nlohmann::json& result, const std::vector<Decision>& choices);

}  // namespace secondseat::mcp
