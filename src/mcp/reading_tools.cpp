// The tools that only look: list_apps and get_app_state.
#include <fmt/format.h>

#include "base/try.hpp"
#include "mcp/arguments.hpp"
#include "mcp/schema.hpp"
#include "mcp/tools.hpp"

namespace secondseat::mcp {
namespace {

std::string line_of(const ListedApplication& application) {
  auto line = fmt::format("{} · pid:{} · {}", application.name, application.pid, application.path);
  if (application.windows.empty())
    return line + fmt::format(" · {} window{}\n", application.window_count, application.window_count == 1 ? "" : "s");
  line += " · windows:";
  for (const auto& title : application.windows) line += fmt::format(" \"{}\"", title);
  return line + '\n';
}

Task<Result<ToolAnswer>> list_apps(nlohmann::json, Connection& connection, Caller caller) {
  CO_TRY(const auto listed, co_await connection.list_apps(std::move(caller)));
  ToolAnswer answer;
  answer.text = listed.empty() ? "No application with accessible windows runs on this desktop.\n"
                               : fmt::format("{} application{}:\n", listed.size(), listed.size() == 1 ? "" : "s");
  for (const auto& application : listed) answer.text += line_of(application);
  co_return answer;
}

Task<Result<ToolAnswer>> get_app_state(nlohmann::json arguments, Connection& connection, Caller caller) {
  ReadRequest request;
  request.app = arguments.at("app").get<std::string>();
  request.window = arguments.value("window", "");
  request.full = arguments.value("full", false);
  request.screenshot = arguments.value("screenshot", true);
  request.query = arguments.value("query", "");
  if (arguments.contains("expand")) request.expand = element_index(arguments["expand"]);
  CO_TRY(auto state, co_await connection.get_app_state(std::move(request), std::move(caller)));
  co_return answer_of(std::move(state));
}

}  // namespace

std::vector<Tool> reading_tools() {
  constexpr std::size_t longest_title = 1024;
  std::vector<Tool> table;
  table.push_back(
      {"list_apps", "List applications",
       "Lists the running applications and how many windows each has. Titles of windows are shown for applications "
       "that the user has allowed. What is printed first on a line can be passed as `app`.",
       object_schema({}), false, list_apps});
  table.push_back(
      {"get_app_state", "Read a window",
       "Reads one window of an application: its elements as an indented list, one numbered line each, a picture, and a "
       "state id "
       "that the next action names. The first use of an application asks the user for permission.",
       object_schema(
           {app_argument(),
            {"window", text_rule("Title of the window, or part of it. Left out: the one a person would be facing.",
                                 longest_title)},
            {"full", flag_rule("The whole list instead of what changed since the last state.", false)},
            screenshot_argument(true),
            {"query", text_rule("Only elements whose line holds this text, with their ancestors.", longest_title)},
            {"expand", element_rule("An element whose rows or children that are off screen are to be listed, too.")}}),
       false, get_app_state});
  return table;
}

}  // namespace secondseat::mcp
