#include "mcp/action_arguments.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/try.hpp"
#include "mcp/arguments.hpp"

namespace secondseat::mcp {
namespace {

using Json = nlohmann::json;

int required_element(const Json& arguments) { return element_index(arguments.at("element_index")); }

std::optional<int> optional_element(const Json& arguments) {
  const auto given = arguments.find("element_index");
  return given == arguments.end() ? std::nullopt : std::optional<int>(element_index(*given));
}

/// The arguments that name one place.
struct PlaceNames {
  std::string element;
  std::string x;
  std::string y;
};

Result<Target> read_target(const Json& arguments, const PlaceNames& names) {
  const bool by_element = arguments.contains(names.element);
  const bool has_x = arguments.contains(names.x);
  const bool has_y = arguments.contains(names.y);
  if (by_element != (has_x || has_y) && has_x == has_y) {
    if (by_element) return Target(element_index(arguments[names.element]));
    const auto pixel = [&arguments](const std::string& name) {
      return static_cast<int>(std::floor(arguments[name].get<double>()));
    };
    return Target(Pixel{pixel(names.x), pixel(names.y)});
  }
  return fail(Layer::client, ErrorCode::invalid_argument, by_element ? "a place is named twice" : "a place is missing",
              fmt::format("Pass either {}, or both {} and {} in pixels of that state's screenshot.", names.element,
                          names.x, names.y));
}

}  // namespace

Result<Action> read_click(const Json& arguments) {
  Click click;
  SS_TRY(click.at, read_target(arguments, {"element_index", "x", "y"}));
  const auto button = arguments.value("mouse_button", "left");
  if (button == "middle") click.button = Button::middle;
  if (button == "right") click.button = Button::right;
  click.count = arguments.value("click_count", 1);
  return click;
}

Result<Action> read_secondary_action(const Json& arguments) {
  return SecondaryAction{required_element(arguments), arguments.at("action").get<std::string>()};
}

Result<Action> read_set_value(const Json& arguments) {
  return SetValue{required_element(arguments), arguments.at("value").get<std::string>()};
}

Result<Action> read_selection(const Json& arguments) {
  TextSelection wanted;
  wanted.element = required_element(arguments);
  wanted.text = arguments.at("text").get<std::string>();
  wanted.prefix = arguments.value("prefix", "");
  wanted.suffix = arguments.value("suffix", "");
  const auto place = arguments.value("selection", "text");
  if (place == "cursor_before") wanted.place = TextSelection::Place::before;
  if (place == "cursor_after") wanted.place = TextSelection::Place::after;
  return wanted;
}

Result<Action> read_scroll(const Json& arguments) {
  using Direction = Scroll::Direction;
  Scroll scroll;
  scroll.element = optional_element(arguments);
  const auto direction = arguments.at("direction").get<std::string>();
  if (direction == "up") scroll.direction = Direction::up;
  if (direction == "left") scroll.direction = Direction::left;
  if (direction == "right") scroll.direction = Direction::right;
  scroll.pages = arguments.value("pages", 1.0);
  return scroll;
}

Result<Action> read_drag(const Json& arguments) {
  Drag drag;
  SS_TRY(drag.from, read_target(arguments, {"from_element", "from_x", "from_y"}));
  SS_TRY(drag.to, read_target(arguments, {"to_element", "to_x", "to_y"}));
  return drag;
}

Result<Action> read_keys(const Json& arguments) { return KeyChord{arguments.at("key").get<std::string>()}; }

Result<Action> read_typing(const Json& arguments) {
  return Typing{optional_element(arguments), arguments.at("text").get<std::string>()};
}

}  // namespace secondseat::mcp
