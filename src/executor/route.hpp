// Route: how an action is going to be sent, decided from what the state showed, before anything is sent. Pure; any thread.
//
// A refusal here is the best kind: it says what the element is and what to do instead, and provably nothing happened.
#pragma once

#include <string>

#include "secondseat/desktop.hpp"
#include "secondseat/error.hpp"
#include "secondseat/executor.hpp"

namespace secondseat::executor {

struct Route {
  std::string name;  ///< for the report: "action click", "editable_text", "value", "focus"
  NativeAction action;
  Expectation expect;
};

/// The action a left click means, by name; for text fields, the focus.
Result<Route> route_click(const Node& node);

/// Numbers through Value, on and off through the toggling action, text through EditableText.
Result<Route> route_set_value(const Node& node, const std::string& value);

/// The action of that name, exactly or ignoring case; never by position.
Result<Route> route_secondary(const Node& node, const std::string& action);

/// The range of characters that the state showed the wanted words at, through Text.
Result<Route> route_selection(const Node& node, const TextSelection& wanted);

/// "on", "true", "checked", "1" and their opposites.
Result<bool> parse_switch(std::string_view value);

/// Whether a value sent to a checkable element is there already: then nothing needs to be sent.
bool already_has(const Node& node, const std::string& value);

}  // namespace secondseat::executor
