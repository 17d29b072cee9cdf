// Desktop: the seam between secondseat and a native accessibility system, and the plain values that cross it.
//
// An implementation is a set of coroutines on the AX thread (async::AxQueue). It knows nothing of protocol or consent; it does
// what it is told, once, and says truthfully whether it was sent. Values only: nothing here refers to anything native.
#pragma once

#include <sys/types.h>

#include <compare>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "secondseat/clock.hpp"
#include "secondseat/error.hpp"
#include "secondseat/task.hpp"

namespace secondseat {

struct Rect {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  bool operator==(const Rect&) const = default;
};

/// Relative to the window's top left corner, unscaled pixels.
struct Point {
  int x = 0;
  int y = 0;
  bool operator==(const Point&) const = default;
};

/// Names an application, a window or an element to the desktop that gave it. Never parsed above it, never reused by it for
/// another thing while this process runs.
struct NativeRef {
  std::string text;
  auto operator<=>(const NativeRef&) const = default;
};

/// What matters of an element's condition to somebody who wants to use it.
enum class State : std::uint8_t {
  showing,   ///< on the screen, not clipped away
  enabled,   ///< answers to input
  editable,  ///< its text can be changed
  focusable,
  focused,
  checkable,
  checked,
  mixed,  ///< neither checked nor unchecked
  expandable,
  expanded,
  selectable,
  selected,
  pressed,
  required,
  invalid,  ///< holds what the application will not accept
  busy,
  modal,  ///< a window that blocks its parent
  multi_line,
  has_popup,
  active,  ///< the window that has the user's focus
};

class States {
 public:
  States() = default;
  States(std::initializer_list<State> states) {
    for (const auto state : states) set(state);
  }
  bool has(State state) const { return (bits_ & bit(state)) != 0; }
  void set(State state) { bits_ |= bit(state); }
  void clear(State state) { bits_ &= ~bit(state); }
  bool operator==(const States&) const = default;

 private:
  static std::uint32_t bit(State state) { return std::uint32_t{1} << static_cast<std::uint8_t>(state); }
  std::uint32_t bits_ = 0;
};

struct NumericValue {
  double current = 0;
  double minimum = 0;
  double maximum = 0;
  double step = 0;
  bool operator==(const NumericValue&) const = default;
};

/// One element as the application describes it, text as it came: untrusted, perhaps not even UTF-8.
struct Node {
  NativeRef ref;
  int parent = -1;   ///< index into Tree::nodes; the root is its window and has none
  std::string role;  ///< AT-SPI's English role name: "push button", "password text"
  std::string name;
  std::string description;
  std::string text;  ///< content of text elements; empty for a role that is a secret
  std::string placeholder;
  std::string native_id;  ///< the developer's name for it, where the toolkit has one
  std::optional<NumericValue> value;
  States states;
  Rect bounds;                       ///< relative to the window's top left corner, unscaled pixels
  std::vector<std::string> actions;  ///< action names in the application's order; sent back by name, never by position
  bool has_editable_text = false;    ///< the EditableText interface
  bool has_selection = false;        ///< children can be selected through the Selection interface
  int index_in_parent = -1;          ///< place among all children of the parent, listed or not
  int caret = -1;                    ///< caret offset in characters, -1 where there is none
  int selection_start = -1;          ///< selected text, in characters; -1 where nothing is selected
  int selection_end = -1;
  int children = 0;  ///< how many children it has, listed or not
};

/// One window, depth first: every node follows its parent.
struct Tree {
  std::vector<Node> nodes;
  int not_showing = 0;  ///< elements left out because they are not on the screen
  int over_bound = 0;   ///< elements left out because of ReadLimits
};

struct Window {
  NativeRef ref;
  std::string title;
  std::string role;  ///< "frame", "dialog", …
  Rect on_screen;
  bool active = false;
  bool modal = false;
  bool minimised = false;
};

struct RunningApplication {
  NativeRef ref;
  pid_t pid = 0;      ///< as the bus daemon or the X server knows it, never as the program says
  std::string label;  ///< what it calls itself: for people, never an identity (rule 6)
  std::vector<Window> windows;
};

struct Picture {
  int width = 0;
  int height = 0;
  double scale = 1.0;    ///< picture pixels per window pixel, at most 1
  bool clipped = false;  ///< part of the window was outside the screen
  std::string png;
  Point origin = {};     ///< where in the window its top left pixel is
  NativeRef frame = {};  ///< the window in the place and size it had; a point of this picture means nothing in another
};

struct ReadLimits {
  int nodes = 5000;
  int depth = 64;
  std::size_t string_bytes = 2048;
  int picture_side = 1568;
  std::size_t picture_bytes = 700'000;
};

struct ReadWindow {
  NativeRef application;
  NativeRef window;
  bool picture = true;
  ReadLimits limits;
  /// Elements whose left-out children are wanted, too, although they are not showing.
  std::vector<NativeRef> expand;
};

struct WindowContent {
  Window window;
  Tree tree;
  std::optional<Picture> picture;
  std::string no_picture_because;  ///< one sentence; set whenever a wanted picture is missing
};

/// The actions a desktop can be asked for. Each names its element and is sent at most once.
struct Invoke {  ///< an accessibility action, by name
  NativeRef element;
  std::string action;
};
struct SetText {  ///< the whole content, through EditableText
  NativeRef element;
  std::string text;
};
struct SetNumber {  ///< through Value
  NativeRef element;
  double value = 0;
};
struct SelectItem {  ///< one child of a container, through Selection
  NativeRef container;
  int index_in_parent = 0;
};
struct GiveFocus {  ///< keyboard focus within the application, through Component
  NativeRef element;
  std::optional<Point> at = {};  ///< where a click gives it, too, for toolkits that do not give it on request
};
struct ScrollIntoView {
  NativeRef element;
};
struct InsertText {  ///< at the place of a character, through EditableText; a caret that was there comes after it
  NativeRef element;
  int at = 0;
  std::string text;
};
struct SelectText {  ///< characters [start, end); start == end places the caret
  NativeRef element;
  int start = 0;
  int end = 0;
};

/// Input of a pointer and a keyboard, which lands on whatever is there; so what is there is looked at right before. `element` is
/// what it is meant for; the window itself, where only the point counts.
enum class Button : std::uint8_t { left, middle, right };
struct PressButton {
  NativeRef element;
  Point at;
  Button button = Button::left;
  int count = 1;  ///< 2: a double click
};
struct DragPointer {  ///< with the left button
  NativeRef element;
  Point at;
  Point to;
};
struct TurnWheel {
  NativeRef element;
  Point at;
  int right = 0;  ///< notches; negative: left
  int down = 0;   ///< notches; negative: up
};
struct
    PressKey {  ///< goes to the element, which gets the focus first; for the window itself, to what has the focus in it
  NativeRef element;
  std::vector<std::uint32_t> keys;     ///< X keysyms, pressed in order and released in reverse
  std::optional<Point> focus_at = {};  ///< as in GiveFocus
};
struct
    TypeText {  ///< likewise; getting the focus may select everything, so what is to be replaced is selected after it
  NativeRef element;
  std::string text;
  int from = -1;  ///< of characters that the text replaces; equal to `to` for a caret, -1 where there is none
  int to = -1;
  std::optional<Point> focus_at = {};
};

using NativeAction = std::variant<Invoke, SetText, SetNumber, SelectItem, GiveFocus, ScrollIntoView, InsertText,
                                  SelectText, PressButton, DragPointer, TurnWheel, PressKey, TypeText>;

/// What must still be true of the element in the instant before sending; otherwise nothing is sent.
struct Expectation {
  std::string role;
  std::optional<std::string> name;  ///< none: whatever it is called; of a window that is not meant by its title
  States required;                  ///< for example {showing, enabled}
};

/// An element that a point was chosen by: it must still be where it was.
struct Landmark {
  NativeRef element;
  Rect bounds;
};

struct SettleLimits {
  Clock::Duration quiet = std::chrono::milliseconds{60};
  Clock::Duration at_most = std::chrono::seconds{2};
};

struct Perform {
  NativeRef application;
  NativeRef window;
  NativeAction action;
  Expectation expect;
  std::optional<NativeRef> frame;  ///< of the picture that a point was chosen in; must still be the window's
  std::vector<Landmark> in_place;
  SettleLimits settle;
};

enum class Delivery {
  not_sent,   ///< provably nothing happened; `reason` says why
  accepted,   ///< sent, and the application said yes, which proves nothing (rule 4)
  rejected,   ///< sent, and the application said no
  no_answer,  ///< sent, and nothing is known: it may have landed and may yet land (rule 3)
};

struct Performed {
  Delivery delivery = Delivery::not_sent;
  std::optional<Error> reason;  ///< set for everything but accepted
  bool settled = true;          ///< false: events were still coming when the wait ended
};

/// AX thread only. Loss of the native connection is ErrorCode::backend_lost and never an empty answer.
class Desktop {
 public:
  virtual ~Desktop() = default;

  /// What runs on this desktop and shows windows, or could.
  virtual Task<Result<std::vector<RunningApplication>>> applications(Deadline deadline) = 0;
  /// The windows of one application, in its own order; also those that are minimised.
  virtual Task<Result<std::vector<Window>>> windows(NativeRef application, Deadline deadline) {
    auto all = co_await applications(deadline);
    if (!all) co_return tl::unexpected(std::move(all).error());
    for (auto& running : *all)
      if (running.ref == application) co_return std::move(running.windows);
    co_return fail(Layer::application, ErrorCode::stale, "the application is gone");
  }
  virtual Task<Result<WindowContent>> read(ReadWindow request, Deadline deadline) = 0;
  /// Checks the expectation, sends once, waits for the answer and until the application has settled. A requested stop before
  /// the sending means not_sent. An Error means not_sent as well; whatever happens after sending is a Performed.
  virtual Task<Result<Performed>> perform(Perform request, std::stop_token stop, Deadline deadline) = 0;
  /// Lets go of the native connection; nothing is left behind. The next call connects anew.
  virtual Task<void> close() = 0;
};

}  // namespace secondseat
