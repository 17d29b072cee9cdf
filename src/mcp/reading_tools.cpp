// The tools that only look: list_apps, get_app_state and wait_for.
#include <fmt/format.h>

#include "base/try.hpp"
#include "mcp/arguments.hpp"
#include "mcp/schema.hpp"
#include "mcp/tools.hpp"

namespace secondseat::mcp {
namespace {

constexpr double normal_wait = 10;
constexpr double longest_wait = 50;

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

Task<Result<ToolAnswer>> wait_for(nlohmann::json arguments, Connection& connection, Caller caller) {
  WaitRequest request;
  request.app = arguments.at("app").get<std::string>();
  request.text = arguments.value("text", "");
  if (arguments.contains("element_index")) request.element = element_index(arguments["element_index"]);
  request.gone = arguments.value("gone", false);
  request.idle = arguments.value("idle", false);
  const std::chrono::duration<double> limit(arguments.value("timeout_s", normal_wait));
  request.timeout = std::chrono::duration_cast<Clock::Duration>(limit);
  CO_TRY(auto report, co_await connection.wait_for(std::move(request), std::move(caller)));
  auto answer = answer_of(std::move(report.state));
  answer.text = (report.met ? "wait: met\n" : fmt::format("wait: not met within {} s\n", limit.count())) + answer.text;
  answer.is_error = !report.met;
  co_return answer;
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
  table.push_back(
      {"wait_for", "Wait for a change",
       "Waits until the window a person would be facing shows a text, or an element can be used, or either is gone, or "
       "nothing changes any more. Pass one of text, element_index and idle. Changes nothing; answers with the fresh "
       "state, also when the time is up.",
       object_schema(
           {app_argument(),
            {"text", text_rule("Any element's line has to hold it, ignoring case.", longest_title)},
            {"element_index", element_rule("An element of the newest state: until it is enabled and showing.")},
            {"gone", flag_rule("Until the text or the element is not there.", false)},
            {"idle", flag_rule("Until nothing has changed for three quarters of a second.", false)},
            {"timeout_s", number_rule("Seconds to wait at most.", 0, longest_wait, normal_wait)}}),
       false, wait_for});
  return table;
}

}  // namespace secondseat::mcp
