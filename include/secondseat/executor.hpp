// Connection: what one agent may see and do. The object API that embedders use and that the MCP tools translate to.
//
// Everything that reaches the native side goes through one place, Connection's dispatch, which checks STOP, consent, the
// process instance and that the state named is unspent, in the same loop turn as the hand-over (rules 1 and 2). Loop only.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "secondseat/caller.hpp"
#include "secondseat/desktop.hpp"
#include "secondseat/error.hpp"
#include "secondseat/task.hpp"

namespace secondseat {

enum class Outcome {
  confirmed,       ///< done, and read back
  unverified,      ///< sent; what was read back does not prove it
  refused,         ///< nothing was sent, because a rule or a check said no
  not_dispatched,  ///< nothing was sent, because it was stopped or could not be
  unknown,         ///< sent, no answer: it may have happened and may yet; read before acting again
};
std::string_view to_string(Outcome outcome);

struct ListedApplication {
  std::string name;  ///< what to pass as `app`; unambiguous among the listed
  pid_t pid = 0;
  std::string path;
  std::vector<std::string> windows;  ///< titles; only of applications that are allowed already
  std::size_t window_count = 0;
};

struct ReadRequest {
  std::string app;
  std::string window;  ///< title or part of it; empty: the active or the first one
  bool full = false;   ///< the whole tree although a diff would do
  bool screenshot = true;
  std::string query;          ///< only what matches, with its ancestors
  std::optional<int> expand;  ///< an element whose left-out children are to be listed
};

struct StateView {
  std::string state_id;
  std::string text;  ///< what the agent reads; application content escaped and bounded
  std::optional<Picture> picture;
};

/// A place in the screenshot that came with the state, in its pixels.
struct Pixel {
  int x = 0;
  int y = 0;
};
/// What the pointer is meant for: an element by its number, or a place in the screenshot.
using Target = std::variant<int, Pixel>;
struct Click {
  Target at;
  Button button = Button::left;
  int count = 1;  ///< 1 to 3
};
struct SetValue {
  int element = 0;
  std::string value;
};
/// One of the actions that the element's line lists, by name.
struct SecondaryAction {
  int element = 0;
  std::string action;
};
/// Selects text by what it says, never by a count that the model would have to get right.
struct TextSelection {
  enum class Place { text, before, after };
  int element = 0;
  std::string text;
  std::string prefix;         ///< what stands right before it, where it occurs more than once
  std::string suffix;         ///< what stands right after it
  Place place = Place::text;  ///< the text itself, or the caret before or after it
};
/// What scrolls around or within the element; without one, what scrolls most of the window.
struct Scroll {
  enum class Direction { up, down, left, right };
  std::optional<int> element;
  Direction direction = Direction::down;
  double pages = 1;  ///< of what is visible of it; above 0, at most 20
};
struct Drag {
  Target from;
  Target to;
};
/// Keys pressed together, for what has the window's focus: "ctrl+s", "Return", as xdotool names them.
struct KeyChord {
  std::string keys;
};
/// Text typed at the caret of the element, or of what has the focus.
struct Typing {
  std::optional<int> element;
  std::string text;
};
using Action = std::variant<Click, SetValue, SecondaryAction, TextSelection, Scroll, Drag, KeyChord, Typing>;

struct ActRequest {
  std::string app;
  std::string state;  ///< the state_id that the decision was made on; spent by this action
  Action action;
  bool screenshot = false;
};

struct ActionReport {
  Outcome outcome = Outcome::not_dispatched;
  std::string evidence;            ///< "value_readback", "tree_delta", …; empty where there is none
  std::string route;               ///< how it was sent: "action press", "value", "editable_text", "pointer", "keyboard"
  std::string explanation;         ///< one or two sentences for the agent: what happened, what to do
  std::optional<StateView> state;  ///< the fresh state, also after a refusal as stale

  /// "outcome: confirmed · evidence: tree_delta · route: action press": the fixed words of the first line.
  std::string headline() const;
  bool is_error() const { return outcome != Outcome::confirmed && outcome != Outcome::unverified; }
};

/// Actions in order, decided on one state: the first that is neither confirmed nor unverified ends them.
struct SequenceRequest {
  std::string app;
  std::string state;
  std::vector<Action> steps;
  bool screenshot = false;
};

struct SequenceReport {
  std::vector<ActionReport> steps;  ///< of those that were tried; their `state` shows nothing
  std::optional<StateView> state;   ///< after the last of them
  std::string no_state_because;     ///< set when there is none
};

/// Waits for exactly one of: a text, an element that can be used, or a window that no longer changes.
struct WaitRequest {
  std::string app;
  std::string text;            ///< in any line, ignoring ASCII case
  std::optional<int> element;  ///< of the newest state
  bool idle = false;
  bool gone = false;  ///< for a text or an element: until it is not there
  Clock::Duration timeout = std::chrono::seconds{10};
};

struct WaitReport {
  bool met = false;
  StateView state;  ///< the fresh one, also when it was not met
};

/// What one agent holds. One action at a time; up to 64 more queue, then ErrorCode::busy. Handles and task grants live and die
/// with it. executor::LiveConnection is the real one; a front end's tests record with one of their own.
class Connection {
 public:
  virtual ~Connection() = default;

  virtual Task<Result<std::vector<ListedApplication>>> list_apps(Caller caller) = 0;
  /// Selects the application, asking the human if need be, and reads one window, patiently (rule 5).
  virtual Task<Result<StateView>> get_app_state(ReadRequest request, Caller caller) = 0;
  /// An Error means that the request could not be served at all and nothing was sent.
  virtual Task<Result<ActionReport>> act(ActRequest request, Caller caller) = 0;
  /// Each step with all the checks of act(). Nobody else's action comes in between.
  virtual Task<Result<SequenceReport>> act_in_order(SequenceRequest request, Caller caller) = 0;
  /// A read that changes nothing and is repeated until what is waited for is there.
  virtual Task<Result<WaitReport>> wait_for(WaitRequest request, Caller caller) = 0;
  /// Stops what runs, forgets every grant and handle; later calls get ErrorCode::closed. Awaits native cleanup.
  virtual Task<void> close() = 0;
};

}  // namespace secondseat
