// The tools that act: one for each kind of action, and perform_actions for several of them.
#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/try.hpp"
#include "mcp/action_rows.hpp"
#include "mcp/arguments.hpp"

namespace secondseat::mcp {
namespace {

using Json = nlohmann::json;

constexpr int most_steps = 20;

const ActionRow& row_named(const std::string& name) {  // the schema has let no other name pass
  return *std::find_if(action_rows().begin(), action_rows().end(),
                       [&](const ActionRow& row) { return row.name == name; });
}

/// Several actions may take an argument of one name: the step's schema lets pass what any of them takes.
void add_unless_known(std::vector<Property>& all, Property property) {
  property.required = false;
  const auto known =
      std::find_if(all.begin(), all.end(), [&](const Property& each) { return each.name == property.name; });
  if (known == all.end())
    all.push_back(std::move(property));
  else if (property.rule.value("maxLength", 0) > known->rule.value("maxLength", 0))
    *known = std::move(property);
}

/// All that any action takes; what its own action needs is checked for each step.
Json step_schema() {
  std::vector<std::string> names;
  std::vector<Property> all;
  for (const auto& row : action_rows()) {
    names.emplace_back(row.name);
    for (const auto& property : row.own) add_unless_known(all, property);
  }
  all.push_back({"tool", required_choice_rule("The action.", names), true});
  return object_schema(all);
}

Result<Action> step_of(const Json& given, std::size_t number) {
  auto own = given;
  const auto& row = row_named(given.at("tool").get_ref<const std::string&>());
  own.erase("tool");
  const auto fit = check_arguments(object_schema(row.own), own);
  auto action = fit ? row.read(own) : tl::unexpected(fit.error());
  if (action) return action;
  auto why = std::move(action).error();
  why.message = fmt::format("step {} ({}): {}", number, row.name, why.message);
  return tl::unexpected(std::move(why));
}

ToolAnswer answer_of_sequence(SequenceReport report, std::size_t wanted) {
  const bool all_went = report.steps.size() == wanted && !report.steps.empty() && !report.steps.back().is_error();
  std::string text =
      fmt::format("{} of {} steps done\n",
                  report.steps.size() - (report.steps.empty() || !report.steps.back().is_error() ? 0 : 1), wanted);
  for (std::size_t at = 0; at < report.steps.size(); ++at) {
    const auto& step = report.steps[at];
    text += fmt::format("step {} · {}\n", at + 1, step.headline());
    if (!step.explanation.empty()) text += step.explanation + '\n';
  }
  if (report.steps.size() < wanted)
    text += fmt::format("steps {} to {} were not tried\n", report.steps.size() + 1, wanted);
  ToolAnswer answer;
  if (report.state)
    answer = answer_of(std::move(*report.state));
  else
    text += "The window could not be read at the end. " + report.no_state_because + '\n';
  answer.text = text + answer.text;
  answer.is_error = !all_went;
  return answer;
}

Task<Result<ToolAnswer>> perform_actions(Json arguments, Connection& connection, Caller caller) {
  SequenceRequest request;
  request.app = arguments.at("app").get<std::string>();
  request.state = arguments.at("state").get<std::string>();
  request.screenshot = arguments.value("screenshot", false);
  for (const auto& given : arguments.at("steps")) {  // all are judged before the first is sent
    CO_TRY(auto action, step_of(given, request.steps.size() + 1));
    request.steps.push_back(std::move(action));
  }
  const auto wanted = request.steps.size();
  CO_TRY(auto report, co_await connection.act_in_order(std::move(request), std::move(caller)));
  co_return answer_of_sequence(std::move(report), wanted);
}

}  // namespace

std::vector<Tool> acting_tools() {
  std::vector<Tool> table;
  for (const auto& row : action_rows()) {
    std::vector<Property> arguments{app_argument(), state_argument()};
    arguments.insert(arguments.end(), row.own.begin(), row.own.end());
    arguments.push_back(screenshot_argument(false));
    table.push_back({std::string(row.name), std::string(row.title), std::string(row.description),
                     object_schema(arguments), true, row.call});
  }
  table.push_back(
      {"perform_actions", "Perform several actions",
       "Performs up to 20 actions on one window in order, a whole form in one call: all decided on one state, each "
       "with "
       "its own checks and outcome. The first that is refused or uncertain ends it; what comes after is not tried. "
       "Answers with a line for each step and the fresh state.",
       object_schema({app_argument(),
                      state_argument(),
                      {"steps",
                       list_rule("The actions: a tool's name and its arguments, without app and state.", step_schema(),
                                 most_steps),
                       true},
                      screenshot_argument(false)}),
       true, perform_actions});
  return table;
}

}  // namespace secondseat::mcp
