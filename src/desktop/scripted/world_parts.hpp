// The parts that worlds are usually made of, with the roles, states and actions that GTK gives them. Any thread.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "desktop/scripted/world.hpp"

namespace secondseat::scripted {

WorldElement label(std::string id, std::string text);
/// Answers to "press".
WorldElement button(std::string id, std::string name, std::vector<Effect> when_pressed = {});
WorldElement entry(std::string id, std::string name, std::string text = {});
/// Its text is in the world but never in what is read.
WorldElement password_entry(std::string id, std::string name);
WorldElement spin_button(std::string id, std::string name, NumericValue value);
/// Answers to "toggle".
WorldElement check_box(std::string id, std::string name);
WorldElement list(std::string id, std::string name, std::vector<std::string> rows);
WorldElement panel(std::vector<WorldElement> children);

WorldElement without(WorldElement element, State state);
WorldElement read_only(WorldElement element);
WorldElement disabled(WorldElement element);

WorldWindow window(std::string id, std::string title, std::vector<WorldElement> elements);
WorldApplication application(std::string id, std::vector<WorldWindow> windows);

Effect count(std::string target);
Effect set_text(std::string target, std::string text);
Effect rename(std::string target, std::string name);
Effect add_row(std::string target, std::string name);
Effect remove(std::string target);
Effect toggle(std::string target, State state);
Effect open_window(std::string target);
Effect close_window(std::string target);

/// One application, "notes", with a bit of everything: what docs/examples/notes.json describes.
World notes_world();

}  // namespace secondseat::scripted
