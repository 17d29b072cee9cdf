#include "mcp/tools.hpp"

#include "catch.hpp"
#include "mcp/session_harness.hpp"

using namespace secondseat;
using namespace secondseat::test;
using Json = nlohmann::json;

TEST_CASE("Every tool carries all four hints, a closed schema and a name that clients accept") {
  for (const auto& tool : mcp::tools()) {
    CAPTURE(tool.name);
    const auto listed = tool.listed();
    for (const auto* hint : {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"})
      CHECK(listed["annotations"][hint].is_boolean());
    CHECK(listed["annotations"]["readOnlyHint"] != listed["annotations"]["destructiveHint"]);
    CHECK(listed["inputSchema"]["additionalProperties"] == false);
    CHECK(tool.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string::npos);
    CHECK(tool.acts == listed["inputSchema"]["properties"].contains("state"));
  }
}

TEST_CASE("Bad tool input is readable by the model, an unknown tool is a protocol error") {
  with_client([](McpClient& client, RecordingConnection& connection) -> Task<void> {
    co_await client.open(shows_forms());
    client.request(1, "tools/call", tool_call("click", Json::object()));
    const auto bad = co_await client.hear();
    CHECK(bad["result"]["isError"] == true);
    client.request(2, "tools/call", tool_call("launch_missiles", Json::object()));
    const auto unknown = co_await client.hear();
    CHECK(unknown["error"]["code"] == -32602);
    client.request(3, "tools/call", Json::object());
    const auto nameless = co_await client.hear();
    CHECK(nameless["error"]["code"] == -32602);
    CHECK(connection.calls.empty());
  });
}

TEST_CASE("An answer's picture is base64 beside the text, and application content stays inside its string") {
  mcp::ToolAnswer answer{"a \"quote\",\nand \xff bytes", "\x89PNG\r\n", true};
  const auto parsed = Json::parse(answer.to_json());
  CHECK(parsed["content"][0]["text"] == "a \"quote\",\nand \xEF\xBF\xBD bytes");
  CHECK(parsed["content"][1]["data"] == "iVBORw0K");
  CHECK(parsed["isError"] == true);
}
