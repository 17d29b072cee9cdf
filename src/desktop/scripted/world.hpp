// World: what a ScriptedDesktop shows, as plain data: applications, their windows, their elements, and what an action on an
// element does. Made in code (world_parts.hpp) or read from a file (world_file.hpp). One thread at a time.
//
// Elements and windows are named by ids, unique within their application. A World is only made from parts that fit together:
// no id twice, every effect names what exists, everything within bounds.
#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "secondseat/desktop.hpp"
#include "secondseat/error.hpp"

namespace secondseat::scripted {

/// One thing that happens in the application when an action has reached an element.
struct Effect {
  enum class Deed {
    count,      ///< the number that is the target's text goes up by one
    set_text,   ///< the target's text becomes `text`
    copy_text,  ///< the target's text becomes that of the element `from`
    rename,     ///< the target's name becomes `text`
    add_row,    ///< the target gets one more "list item", named `text` or, if `from` is set, after that element's text
    remove,     ///< the target goes, with all it holds
    set_state,  ///< the target gets `state`
    clear_state,   ///< the target loses `state`
    toggle_state,  ///< the target's `state` changes
    open_window,   ///< the target is a window; the topmost becomes the active one
    close_window,
    quit,  ///< the application ends; no target
  };
  Deed deed = Deed::count;
  std::string target;
  std::string text;
  std::string from;
  State state = State::checked;
};

/// How an element answers an action. Every toolkit does the first three (rule 4); the fourth is an application that hangs.
enum class Answer {
  honest,   ///< does it and says yes
  lies,     ///< does nothing and says yes
  rejects,  ///< does nothing and says no
  silent,   ///< does it and never says anything
};

struct WorldElement {
  std::string id;  ///< a letter, then letters, digits, '-' and '_'; empty: the World makes one up
  std::string role = "panel";
  std::string name;
  std::string description;
  std::string text;
  std::string placeholder;
  std::optional<NumericValue> value;
  States states{State::showing, State::enabled};
  Rect bounds;  ///< relative to the window; without a width it is put below its predecessor
  std::vector<std::string> actions;
  bool has_editable_text = false;
  bool has_selection = false;
  int max_length = -1;  ///< text is cut after so many bytes' worth of whole characters; -1: no limit
  Answer answer = Answer::honest;
  /// By action name, or for what is not an accessibility action: "set_text", "set_number", "select", "focus"; "click" (where there
  /// is no action), "right_click", "middle_click", "double_click", "triple_click", "drag", "scroll"; "key" and "type".
  std::map<std::string, std::vector<Effect>> on;
  std::vector<WorldElement> children;
  int caret = -1;
  int selection_start = -1;
  int selection_end = -1;
};

struct WorldWindow {
  std::string id;
  std::string title;
  std::string role = "frame";
  Rect bounds{0, 0, 640, 480};
  bool open = true;
  bool active = false;
  bool modal = false;
  bool minimised = false;
  std::vector<WorldElement> elements;
};

struct WorldApplication {
  std::string id;
  std::string label;
  pid_t pid = 0;     ///< 0: one that no real process can have
  std::string path;  ///< empty: "/usr/bin/" and the id
  std::vector<WorldWindow> windows;
  bool running = true;
  unsigned rows_made = 0;
};

class World {
 public:
  World() = default;
  /// ErrorCode::invalid_argument names the application and the element that do not fit.
  static Result<World> create(std::vector<WorldApplication> applications);

  const std::vector<WorldApplication>& applications() const { return applications_; }
  /// Nothing if there is none of this id, or it has ended.
  WorldApplication* application(std::string_view id);
  /// Also windows that are closed.
  WorldWindow* window(std::string_view application, std::string_view id);
  /// In whatever window it is.
  WorldElement* element(std::string_view application, std::string_view id);
  /// The application ends, as if it had crashed.
  void end(std::string_view application);
  /// One that does not run begins to, as it stands.
  void start(std::string_view application);

 private:
  std::vector<WorldApplication> applications_;
};

WorldElement* find_element(std::vector<WorldElement>& among, std::string_view id);
WorldElement* find_element(WorldApplication& application, std::string_view id);
WorldWindow* find_window(WorldApplication& application, std::string_view id);

}  // namespace secondseat::scripted
