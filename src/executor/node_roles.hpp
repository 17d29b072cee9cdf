// What roles and action names mean to somebody who wants to use an element. Tables, never localized strings. Any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "secondseat/desktop.hpp"

namespace secondseat::executor {

/// The action that a left click means, by the written preference list; nothing if no action of it fits. Never one that
/// destroys, and for a text field none at all: its "activate" submits the form.
std::optional<std::string> primary_action(const Node& node);

/// The action that opens the element's context menu, which is what a right click means.
std::optional<std::string> menu_action(const Node& node);

/// The actions worth naming beside the primary one. Class-wide ones that toolkits hang on every widget ("clipboard.cut") are
/// left out.
std::vector<std::string> secondary_actions(const Node& node);

/// The element's action of that name: exactly, or else ignoring ASCII case if just one fits.
std::optional<std::string> action_named(const Node& node, const std::string& name);

/// A role whose content is text that a user edits or reads.
bool holds_text(const Node& node);

/// A role whose content is never shown, read or reported.
bool is_secret(const Node& node);

/// Something a person could act on, whether or not it answers now.
bool can_be_used(const Node& node);

/// A click on it means something. An action that a toolkit gives to each element proves nothing.
bool acts(const Node& node);

/// Of a role that only arranges others, whatever it says.
bool only_arranges_by_role(const Node& node);

/// Of a role that may stand around a control and mean that control.
bool only_wraps(const Node& node);

/// A container that only arranges others and says nothing by itself, or a text without words.
bool only_arranges(const Node& node);

/// A label, static text or image: it says what its parent may have said already.
bool only_labels(const Node& node);

/// A container whose children are rows, counted for the agent.
bool holds_rows(const Node& node);

}  // namespace secondseat::executor
