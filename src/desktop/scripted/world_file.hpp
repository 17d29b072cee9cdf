// Worlds as files, for demos, transcripts and fuzzing: `secondseat mcp --desktop scripted:FILE`. docs/examples/notes.json shows
// the whole of a small application. Any thread.
//
// The format is world.hpp in JSON: {"applications": [{"id", "label", "pid", "path", "windows": [{"id", "title", "role", "open",
// "active", "modal", "minimised", "bounds": [x, y, width, height], "elements": [{"id", "role", "name", "description", "text",
// "placeholder", "value": {"current", "minimum", "maximum", "step"}, "states", "without", "actions", "editable_text",
// "selection", "max_length", "answer", "bounds", "on", "rows", "children"}]}]}]}.
// A role brings what elements of this role usually have (a push button is focusable and has "press"); "states" adds to that and
// "without" takes away. "on" maps an action to effects: {"do": "count", "target", "text", "from", "state"}. Any other key is an
// error.
#pragma once

#include <string>
#include <string_view>

#include "desktop/scripted/world.hpp"

namespace secondseat::scripted {

/// Every mistake is an error that names the place in the file: "applications[0].windows[1].title: must be a string".
Result<World> parse_world(std::string_view text);

/// At most a megabyte, from a regular file.
Result<World> load_world(const std::string& path);

}  // namespace secondseat::scripted
