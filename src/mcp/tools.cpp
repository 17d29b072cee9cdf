#include "mcp/tools.hpp"

#include <algorithm>
#include <iterator>

#include "mcp/arguments.hpp"

namespace secondseat::mcp {

nlohmann::json Tool::listed() const {
  nlohmann::json shown;
  shown["name"] = name;
  shown["title"] = title;
  shown["description"] = description;
  shown["inputSchema"] = schema;
  auto& hints = shown["annotations"];  // all four: some clients refuse a tool that leaves one open
  hints["readOnlyHint"] = !acts;
  hints["destructiveHint"] = acts;
  hints["idempotentHint"] = !acts;
  hints["openWorldHint"] = true;
  return shown;
}

const std::vector<Tool>& tools() {
  static const auto all = [] {
    auto table = reading_tools();
    auto acting = acting_tools();
    std::move(acting.begin(), acting.end(), std::back_inserter(table));
    return table;
  }();
  return all;
}

const Tool* find_tool(std::string_view name) {
  const auto found = std::find_if(tools().begin(), tools().end(), [&](const Tool& tool) { return tool.name == name; });
  return found == tools().end() ? nullptr : &*found;
}

Task<ToolAnswer> call_tool(const Tool& tool, nlohmann::json arguments, Connection& connection, Caller caller) {
  if (const auto fit = check_arguments(tool.schema, arguments); !fit) co_return answer_of(fit.error());
  auto work = tool.call(std::move(arguments), connection, std::move(caller));
  auto answer = co_await std::move(work);
  if (!answer) co_return answer_of(answer.error());
  co_return *std::move(answer);
}

}  // namespace secondseat::mcp
