// The tools that act: click and set_value.
#include "base/try.hpp"
#include "mcp/arguments.hpp"
#include "mcp/schema.hpp"
#include "mcp/tools.hpp"

namespace secondseat::mcp {
namespace {

Task<Result<ToolAnswer>> act(nlohmann::json arguments, Action action, Connection& connection, Caller caller) {
  ActRequest request;
  request.app = arguments.at("app").get<std::string>();
  request.state = arguments.at("state").get<std::string>();
  request.screenshot = arguments.value("screenshot", false);
  request.action = std::move(action);
  CO_TRY(auto report, co_await connection.act(std::move(request), std::move(caller)));
  co_return answer_of(std::move(report));
}

Task<Result<ToolAnswer>> click(nlohmann::json arguments, Connection& connection, Caller caller) {
  Action action = Click{element_index(arguments.at("element_index"))};
  return act(std::move(arguments), std::move(action), connection, std::move(caller));
}

Task<Result<ToolAnswer>> set_value(nlohmann::json arguments, Connection& connection, Caller caller) {
  Action action = SetValue{element_index(arguments.at("element_index")), arguments.at("value").get<std::string>()};
  return act(std::move(arguments), std::move(action), connection, std::move(caller));
}

}  // namespace

std::vector<Tool> acting_tools() {
  constexpr std::size_t longest_value = 1'000'000;
  std::vector<Tool> table;
  table.push_back(
      {"click", "Click an element",
       "Does what a left click on the element means: presses a button, switches a switch, opens a menu, focuses a text "
       "field. The user's own pointer stays where it is. Answers with the outcome and the fresh state.",
       object_schema({app_argument(),
                      state_argument(),
                      {"element_index", element_rule("The number of the element in that state."), true},
                      screenshot_argument(false)}),
       true, click});
  table.push_back(
      {"set_value", "Set a value",
       "Sets the whole content of a text field, the number of a spin button or slider, or switches something \"on\" or "
       "\"off\"; then reads it back. Answers with the outcome and the fresh state.",
       object_schema({app_argument(),
                      state_argument(),
                      {"element_index", element_rule("The number of the element in that state."), true},
                      {"value", text_rule("The new content; numbers with a point for decimals.", longest_value), true},
                      screenshot_argument(false)}),
       true, set_value});
  return table;
}

}  // namespace secondseat::mcp
