// Element: an accessible object while a walk reads it. AX thread only.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "desktop/atspi/dialect.hpp"
#include "desktop/atspi/element_address.hpp"
#include "desktop/atspi/message.hpp"
#include "desktop/atspi/state_bits.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::atspi {

/// The interfaces that we know what to do with.
struct Interfaces {
  bool action = false;
  bool component = false;
  bool editable_text = false;
  bool selection = false;
  bool text = false;
  bool value = false;
};

Interfaces to_interfaces(const std::vector<std::string>& names);

struct Size {
  int width = 0;
  int height = 0;
};

struct Element {
  ElementAddress address;
  int parent = -1;
  int depth = 0;
  bool wanted_anyway = false;  ///< its parent was to be expanded
  bool kept = false;           ///< it is, or will be, part of the tree
  bool asked_twice = false;
  std::optional<Size> size;     ///< as it said itself; unknown where it knows no place
  bool children_asked = false;  ///< together with its description, before it had said how many they are
  StateBits bits;
  Interfaces interfaces;
  Node node;                              ///< its parent is set when the tree is put together
  std::vector<int> children;              ///< those that were looked at, in order
  std::vector<ElementAddress> held_back;  ///< the last ones of a menu, until one of the first is seen on the screen
};

/// Any number may come from an application; this is what we believe of it.
int to_count(std::int64_t number);
Rect to_rect(const Message::Extents& extents);
std::optional<NumericValue> to_numeric_value(const Properties& properties);

/// A secret, whose text is never read.
bool is_secret(std::string_view role);
/// The text says something that the name does not.
bool wants_text(const Element& element);
bool may_have_placeholder(const Element& element);
/// GTK and Chromium call it differently; empty where there is none.
std::string placeholder_in(const std::map<std::string, std::string>& attributes);
/// Not to be seen although it says that it is showing: a page of a GTK 4 stack that is behind another, and the menu bar that
/// LibreOffice keeps beside the one of the desktop.
bool takes_no_room(Dialect dialect, std::string_view role, std::optional<Size> size, bool is_leaf);
/// May have more children than anybody should ask for at once.
bool may_be_long(const Element& element);
/// To be counted before its children are asked for: a panel, which holds whatever was put into it, and what hardly ever has a child, so
/// that most of the questions would be in vain. Some toolkits take a step for each child to find each child, and longer for all of
/// 20,000 than anybody waits.
bool is_counted_first(const Element& element);
/// Where nothing proves what is on the screen but `visible`: what is inside these is not, unless they are open.
bool hides_children(const Element& element);

}  // namespace secondseat::atspi
