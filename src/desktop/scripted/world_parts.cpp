#include "desktop/scripted/world_parts.hpp"

#include <cassert>

namespace secondseat::scripted {
namespace {

using Deed = Effect::Deed;

WorldElement element(std::string id, std::string role, std::string name) {
  WorldElement made;
  made.id = std::move(id);
  made.role = std::move(role);
  made.name = std::move(name);
  return made;
}

Effect effect(Deed deed, std::string target, std::string text = {}) {
  Effect made;
  made.deed = deed;
  made.target = std::move(target);
  made.text = std::move(text);
  return made;
}

}  // namespace

WorldElement label(std::string id, std::string text) {
  auto made = element(std::move(id), "label", "");
  made.text = std::move(text);
  return made;
}

WorldElement button(std::string id, std::string name, std::vector<Effect> when_pressed) {
  auto made = element(std::move(id), "push button", std::move(name));
  made.states.set(State::focusable);
  made.actions = {"press"};
  made.on["press"] = std::move(when_pressed);
  return made;
}

WorldElement entry(std::string id, std::string name, std::string text) {
  auto made = element(std::move(id), "text", std::move(name));
  made.text = std::move(text);
  made.has_editable_text = true;
  made.states.set(State::focusable);
  made.states.set(State::editable);
  made.actions = {"activate"};
  made.caret = 0;
  return made;
}

WorldElement password_entry(std::string id, std::string name) {
  auto made = entry(std::move(id), std::move(name));
  made.role = "password text";
  return made;
}

WorldElement spin_button(std::string id, std::string name, NumericValue value) {
  auto made = element(std::move(id), "spin button", std::move(name));
  made.value = value;
  made.states.set(State::focusable);
  made.states.set(State::editable);
  return made;
}

WorldElement check_box(std::string id, std::string name) {
  auto toggled = toggle(id, State::checked);
  auto made = element(std::move(id), "check box", std::move(name));
  made.states.set(State::focusable);
  made.states.set(State::checkable);
  made.actions = {"toggle"};
  made.on["toggle"] = {std::move(toggled)};
  return made;
}

WorldElement list(std::string id, std::string name, std::vector<std::string> rows) {
  auto made = element(std::move(id), "list", std::move(name));
  made.has_selection = true;
  for (auto& row : rows) {
    made.children.push_back(element("", "list item", std::move(row)));
    made.children.back().states.set(State::selectable);
  }
  return made;
}

WorldElement panel(std::vector<WorldElement> children) {
  auto made = element("", "panel", "");
  made.children = std::move(children);
  return made;
}

WorldElement without(WorldElement changed, State state) {
  changed.states.clear(state);
  return changed;
}

WorldElement read_only(WorldElement changed) { return without(std::move(changed), State::editable); }
WorldElement disabled(WorldElement changed) { return without(std::move(changed), State::enabled); }

WorldWindow window(std::string id, std::string title, std::vector<WorldElement> elements) {
  WorldWindow made;
  made.id = std::move(id);
  made.title = std::move(title);
  made.elements = std::move(elements);
  return made;
}

WorldApplication application(std::string id, std::vector<WorldWindow> windows) {
  WorldApplication made;
  made.id = std::move(id);
  made.windows = std::move(windows);
  return made;
}

Effect count(std::string target) { return effect(Deed::count, std::move(target)); }
Effect set_text(std::string target, std::string text) {
  return effect(Deed::set_text, std::move(target), std::move(text));
}
Effect rename(std::string target, std::string name) { return effect(Deed::rename, std::move(target), std::move(name)); }
Effect add_row(std::string target, std::string name) {
  return effect(Deed::add_row, std::move(target), std::move(name));
}
Effect remove(std::string target) { return effect(Deed::remove, std::move(target)); }
Effect open_window(std::string target) { return effect(Deed::open_window, std::move(target)); }
Effect close_window(std::string target) { return effect(Deed::close_window, std::move(target)); }

Effect toggle(std::string target, State state) {
  auto made = effect(Deed::toggle_state, std::move(target));
  made.state = state;
  return made;
}

World notes_world() {
  auto saved_row = add_row("notes", "");
  saved_row.from = "note";
  auto limited = entry("tag", "Tag");
  limited.max_length = 8;
  auto question =
      window("question", "Delete all notes?",
             {label("warning", "This cannot be undone."), button("cancel", "Cancel", {close_window("question")})});
  question.role = "dialog";
  question.modal = true;
  question.open = false;
  question.bounds = Rect{160, 140, 320, 160};
  auto main =
      window("main", "Notes",
             {entry("note", "Note", "Buy milk"), limited, button("save", "Save", {count("saved"), saved_row}),
              label("saved", "0"), list("notes", "Notes", {"Water the plants", "Call the dentist"}),
              spin_button("days", "Remind me in days", NumericValue{3, 0, 30, 1}), check_box("pinned", "Keep on top"),
              password_entry("passphrase", "Passphrase"), read_only(entry("path", "Stored in", "/home/me/notes.txt")),
              disabled(entry("server", "Server")), button("delete-all", "Delete all…", {open_window("question")})});
  main.active = true;
  auto notes = application("notes", {std::move(main), std::move(question)});
  notes.label = "Notes";
  auto made = World::create({std::move(notes)});
  assert(made && "the parts above fit together");
  return *std::move(made);
}

}  // namespace secondseat::scripted
