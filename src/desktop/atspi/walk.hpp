// Walk: reads one window's elements, level by level, with as many questions on their way as the application bears. What is not on
// the screen is counted and not entered. One walk, one tree. AX thread only; the connection must outlive it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "desktop/atspi/connection.hpp"
#include "desktop/atspi/element.hpp"
#include "desktop/atspi/property_query.hpp"

namespace secondseat::atspi {

class Walk {
 public:
  /// Above this, not all children are asked for.
  static constexpr int long_list = 100;

  Walk(Connection& connection, Dialect dialect, ElementAddress window, ReadLimits limits,
       std::vector<NativeRef> expand);

  /// `stale` if the window or its application is gone, `backend_lost` if the bus is: never an empty tree for either.
  Task<Result<Tree>> run();
  StateBits window_bits() const { return elements_.front().bits; }

 private:
  // What is asked of an element, in the order in which it is asked: each set of answers decides about the next questions.
  struct Probe {
    int element;
    Call states, role, extents;
  };
  struct Description {
    int element;
    PropertyQuery properties;
    Call interfaces, children;
  };
  struct Details {
    int element;
    Call extents, actions, attributes, children;
    PropertyQuery value, text;
  };
  struct Content {
    int element;
    Call text, selection;
    std::string actions_key;
    std::vector<Call> action_names;
  };
  struct Choice {
    int element;
    Call item, name;
  };
  struct Turn {
    std::vector<Probe> probes;
    std::vector<Description> descriptions;
    std::vector<Details> details;
    std::vector<Content> contents;
    std::vector<Choice> choices;
    bool empty() const {
      return probes.empty() && descriptions.empty() && details.empty() && contents.empty() && choices.empty();
    }
  };

  Element& at(int element) { return elements_[static_cast<std::size_t>(element)]; }
  enum class Coordinates : std::uint32_t { screen = 0, window = 1 };
  Call extents_of(const ElementAddress& element, Coordinates coordinates);
  void find_origin(Call& on_screen, Call& in_window);
  Rect in_window(Rect found) const;
  void note_place(int element, const Message::Extents& extents);
  void probe(int element);
  void describe(int element);
  void detail(int element);
  void ask_content(Details& answered, const std::vector<std::string>& shown_actions);
  void ask_choice(int element);

  // Of long lists only the rows in the viewport are asked for.
  Rect viewport_of(int element);
  bool is_scrolled_away(int element);
  Call child_at(int parent, int index_in_parent);
  Task<std::optional<Rect>> bounds_of_child(int parent, int index_in_parent);
  Task<std::optional<int>> first_row_below(int list, int line);
  struct Rows {
    std::optional<int> first, last;
  };
  Task<std::optional<int>> row_at(int list, int x, int y);
  Task<Rows> rows_in(int list, Rect viewport);
  Task<void> open_long_list(int list);

  Task<void> arrive(Turn& turn);
  void judge(Turn& turn);
  void judge(Probe& probe);
  void take(Description& description);
  void take(Details& details);
  void take(Content& content);
  void take(Choice& choice);
  void add_children(int parent, const std::vector<ElementAddress>& children);
  void release(int parent);
  void add_child(int parent, const ElementAddress& child, int index_in_parent);
  bool asks_once_more(int element, const std::optional<Message>& answer);
  std::optional<Message> answer(Call& call);
  Properties answers(PropertyQuery& query);
  bool is_without_room(int element);
  std::int64_t count_kept(int element);
  Tree assemble();

  Connection& connection_;
  Dialect dialect_;
  ReadLimits limits_;
  std::set<std::string> expand_;
  std::set<std::string> seen_;
  std::vector<Element> elements_;
  Turn next_;
  std::vector<int> long_lists_;  ///< still to be opened
  std::optional<Rect> origin_;   ///< of window coordinates, on the screen; unknown where the toolkit does not know it
  ShownBy shown_by_ = ShownBy::showing;
  int kept_ = 0;
  std::int64_t not_showing_ = 0;  // applications may claim billions of children, each
  std::int64_t over_bound_ = 0;
  std::optional<Error> failure_;  ///< of the bus or the whole application; ends the walk
  // The list of an element's actions holds translations. The names behind them are asked for one by one, but only once for all
  // elements that have the same role and list.
  std::map<std::string, std::vector<std::string>> action_names_;
  std::map<std::string, std::vector<int>> awaiting_names_;
};

}  // namespace secondseat::atspi
