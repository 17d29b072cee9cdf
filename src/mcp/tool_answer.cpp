#include "mcp/tool_answer.hpp"

#include "base/base64.hpp"
#include "rpc/message.hpp"

namespace secondseat::mcp {

std::string ToolAnswer::to_json() const {
  std::string json = R"({"content":[{"type":"text","text":)";
  json.append(rpc::json_string(text)).append(1, '}');
  if (!png.empty()) json += R"(,{"type":"image","mimeType":"image/png","data":")" + base::to_base64(png) + "\"}";
  json += is_error ? R"(],"isError":true})" : R"(],"isError":false})";
  return json;
}

ToolAnswer answer_of(const Error& error) { return {error.describe(), "", true}; }

ToolAnswer answer_of(StateView state) {
  ToolAnswer answer{std::move(state.text), "", false};
  if (state.picture) answer.png = std::move(state.picture->png);
  return answer;
}

ToolAnswer answer_of(ActionReport report) {
  auto text = report.headline() + '\n';
  if (!report.explanation.empty()) text += report.explanation + '\n';
  ToolAnswer answer;
  if (report.state) answer = answer_of(std::move(*report.state));
  answer.text = text + answer.text;
  answer.is_error = report.is_error();
  return answer;
}

}  // namespace secondseat::mcp
