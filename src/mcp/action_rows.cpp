#include "mcp/action_rows.hpp"

#include "base/try.hpp"
#include "mcp/action_arguments.hpp"

namespace secondseat::mcp {
namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_value = 1'000'000;
constexpr std::size_t longest_words = 2048;
constexpr std::size_t longest_typed = 10'000;

template <Result<Action> (*read)(const Json&)>
Task<Result<ToolAnswer>> act(Json arguments, Connection& connection, Caller caller) {
  ActRequest request;
  request.app = arguments.at("app").get<std::string>();
  request.state = arguments.at("state").get<std::string>();
  request.screenshot = arguments.value("screenshot", false);
  CO_TRY(request.action, read(arguments));
  CO_TRY(auto report, co_await connection.act(std::move(request), std::move(caller)));
  co_return answer_of(std::move(report));
}

template <Result<Action> (*read)(const Json&)>
ActionRow row(std::string_view name, std::string_view title, std::string_view description, std::vector<Property> own) {
  return {name, title, description, std::move(own), read, act<read>};
}

Property element(bool required = true) {
  return {"element_index", element_rule("The number of the element in that state."), required};
}

Property pixel(std::string_view name) {
  constexpr int longest_side = 20'000;
  return {name, measure_rule("In pixels of that state's screenshot, from its top left corner.", 0, longest_side)};
}

}  // namespace

const std::vector<ActionRow>& action_rows() {
  static const std::vector<ActionRow> rows{
      row<read_click>("click", "Click",
                      "Clicks an element: presses a button, switches a switch, opens a menu, focuses a text field, "
                      "selects a row. Name the "
                      "element by element_index, or else a place by x and y. Where the application offers what the "
                      "click means as an "
                      "action, that is used and the user's pointer stays where it is; otherwise the pointer goes "
                      "there. Answers with the "
                      "outcome and the fresh state.",
                      {element(false),
                       pixel("x"),
                       pixel("y"),
                       {"mouse_button", choice_rule("The button.", {"left", "right", "middle"})},
                       {"click_count", count_rule("2 for a double click, 3 for a triple click.", 1, 3, 1)}}),
      row<read_secondary_action>(
          "perform_secondary_action", "Perform a listed action",
          "Performs one of the actions that the element's line lists in brackets, such as \"show menu\". Answers "
          "with the outcome and the fresh state.",
          {element(), {"action", text_rule("The action's name, as the line lists it.", 128), true}}),
      row<read_set_value>(
          "set_value", "Set a value",
          "Sets the whole content of a text field, the number of a spin button or slider, or switches something \"on\" "
          "or \"off\"; then reads it back. Answers with the outcome and the fresh state.",
          {element(),
           {"value", text_rule("The new content; numbers with a point for decimals.", longest_value), true}}),
      row<read_selection>(
          "select_text", "Select text",
          "Selects words in a text, or places the cursor before or after them; then reads the selection "
          "back. The words have to be there exactly once; prefix and suffix tell which are meant.",
          {element(),
           {"text", text_rule("The words.", longest_words), true},
           {"prefix", text_rule("What stands right before them.", longest_words)},
           {"suffix", text_rule("What stands right after them.", longest_words)},
           {"selection", choice_rule("What to select: the words, or the place before or after them.",
                                     {"text", "cursor_before", "cursor_after"})}}),
      row<read_scroll>(
          "scroll", "Scroll",
          "Scrolls an element, or what fills most of the window, and says how far it went. To see one row of a "
          "long list, get_app_state with query or expand is quicker.",
          {{"direction", required_choice_rule("Where to.", {"up", "down", "left", "right"}), true},
           element(false),
           {"pages", number_rule("How many pages of what is visible of it; fractions are fine.", 0.05, 20, 1)}}),
      row<read_drag>(
          "drag", "Drag",
          "Presses the left button of the pointer on an element or at a place, moves to another, and lets go. Answers "
          "with the outcome and the fresh state.",
          {{"from_element", element_rule("The number of the element to drag.")},
           pixel("from_x"),
           pixel("from_y"),
           {"to_element", element_rule("The number of the element to drop it on.")},
           pixel("to_x"),
           pixel("to_y")}),
      row<read_keys>(
          "press_key", "Press keys",
          "Presses one key with its modifiers, for what has the focus in the window: \"Return\", \"ctrl+s\", "
          "\"shift+F10\". To set a text field, use set_value; to type words, type_text.",
          {{"key", text_rule("The key as xdotool names it, after its modifiers.", 64), true}}),
      row<read_typing>(
          "type_text", "Type text",
          "Types at the caret of a text field, or of what has the focus, as a person would. To replace a field's whole "
          "content, use set_value.",
          {{"text", text_rule("The text.", longest_typed), true}, element(false)})};
  return rows;
}

}  // namespace secondseat::mcp
