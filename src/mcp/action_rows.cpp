#include "mcp/action_rows.hpp"

#include "base/try.hpp"
#include "mcp/arguments.hpp"

namespace secondseat::mcp {
namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_value = 1'000'000;
constexpr std::size_t longest_words = 2048;

template <Action (*read)(const Json&)>
Task<Result<ToolAnswer>> act(Json arguments, Connection& connection, Caller caller) {
  ActRequest request;
  request.app = arguments.at("app").get<std::string>();
  request.state = arguments.at("state").get<std::string>();
  request.screenshot = arguments.value("screenshot", false);
  request.action = read(arguments);
  CO_TRY(auto report, co_await connection.act(std::move(request), std::move(caller)));
  co_return answer_of(std::move(report));
}

template <Action (*read)(const Json&)>
ActionRow row(std::string_view name, std::string_view title, std::string_view description, std::vector<Property> own) {
  own.insert(own.begin(), {"element_index", element_rule("The number of the element in that state."), true});
  return {name, title, description, std::move(own), read, act<read>};
}

int element_of(const Json& arguments) { return element_index(arguments.at("element_index")); }

Action click(const Json& arguments) { return Click{element_of(arguments)}; }

Action set_value(const Json& arguments) {
  return SetValue{element_of(arguments), arguments.at("value").get<std::string>()};
}

Action secondary(const Json& arguments) {
  return SecondaryAction{element_of(arguments), arguments.at("action").get<std::string>()};
}

Action selection(const Json& arguments) {
  TextSelection wanted;
  wanted.element = element_of(arguments);
  wanted.text = arguments.at("text").get<std::string>();
  wanted.prefix = arguments.value("prefix", "");
  wanted.suffix = arguments.value("suffix", "");
  const auto place = arguments.value("selection", "text");
  if (place == "cursor_before") wanted.place = TextSelection::Place::before;
  if (place == "cursor_after") wanted.place = TextSelection::Place::after;
  return wanted;
}

}  // namespace

const std::vector<ActionRow>& action_rows() {
  static const std::vector<ActionRow> rows{
      row<click>(
          "click", "Click an element",
          "Does what a left click on the element means: presses a button, switches a switch, opens a menu, focuses "
          "a text field. The user's own pointer stays where it is. Answers with the outcome and the fresh state.",
          {}),
      row<secondary>(
          "perform_secondary_action", "Perform a listed action",
          "Performs one of the actions that the element's line lists in brackets, such as \"show menu\". Answers "
          "with the outcome and the fresh state.",
          {{"action", text_rule("The action's name, as the line lists it.", 128), true}}),
      row<set_value>(
          "set_value", "Set a value",
          "Sets the whole content of a text field, the number of a spin button or slider, or switches something \"on\" "
          "or "
          "\"off\"; then reads it back. Answers with the outcome and the fresh state.",
          {{"value", text_rule("The new content; numbers with a point for decimals.", longest_value), true}}),
      row<selection>("select_text", "Select text",
                     "Selects words in a text, or places the cursor before or after them; then reads the selection "
                     "back. The words "
                     "have to be there exactly once; prefix and suffix tell which are meant.",
                     {{"text", text_rule("The words.", longest_words), true},
                      {"prefix", text_rule("What stands right before them.", longest_words)},
                      {"suffix", text_rule("What stands right after them.", longest_words)},
                      {"selection", choice_rule("What to select: the words, or the place before or after them.",
                                                {"text", "cursor_before", "cursor_after"})}})};
  return rows;
}

}  // namespace secondseat::mcp
