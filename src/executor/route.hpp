// Route: how an action is going to be sent, decided from what the state showed, before anything is sent. Pure; any thread.
//
// A refusal here is the best kind: it says what the element is and what to do instead, and provably nothing happened.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "secondseat/desktop.hpp"
#include "secondseat/error.hpp"
#include "secondseat/executor.hpp"

namespace secondseat::executor {

/// What tells how far something has scrolled: its scroll bar, or the places of what is in it.
struct ScrollWatch {
  std::optional<Node> bar;
  std::vector<Landmark> content;
  int page = 0;  ///< how much of it is visible, in pixels
};

struct Route {
  std::string name;  ///< for the report: "action click", "editable_text", "value", "focus", "pointer", "keyboard"
  NativeAction action;
  Expectation expect;
  std::optional<NativeRef> frame = {};  ///< of the picture that a place was chosen in
  std::vector<Landmark> in_place = {};  ///< what a place was chosen by
  std::optional<ScrollWatch> watch = {};
};

/// It is showing and enabled; else what the agent has to hear.
Result<void> answers(const Node& node);

/// "this list item …": what was asked for is not possible with this element.
tl::unexpected<Error> refuse(const Node& node, std::string_view why, std::string hint = {});

Expectation expecting(const Node& node, States required);

/// The action that a left click means, by name; for text fields, the focus. Refused if neither is there.
Result<Route> route_click(const Node& node);

/// A click with the right button, by the name of the action that opens the menu; else nothing.
std::optional<Route> route_menu(const Node& node);

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
