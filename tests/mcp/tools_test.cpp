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

TEST_CASE("Actions reach the connection as what their arguments say") {
  struct Row {
    const char* tool;
    const char* own;
    const char* call;
  };
  const auto row =
      GENERATE(Row{"click", R"({})", "click 4 on s:1:1"},
               Row{"perform_secondary_action", R"({"action":"show menu"})", "show menu 4 on s:1:1"},
               Row{"set_value", R"({"value":"x"})", "set 4 on s:1:1"},
               Row{"select_text", R"({"text":"b","prefix":"a","suffix":"c"})", "select a|b|c in 4 on s:1:1"},
               Row{"select_text", R"({"text":"b","selection":"cursor_after"})", "caret after |b| in 4 on s:1:1"},
               Row{"select_text", R"({"text":"b","selection":"cursor_before"})", "caret before |b| in 4 on s:1:1"},
               Row{"click", R"({"mouse_button":"right","click_count":2})", "right click 4 2 times on s:1:1"},
               Row{"scroll", R"({"direction":"up","pages":0.5})", "scroll 4 up by 0.5 on s:1:1"},
               Row{"type_text", R"({"text":"b"})", "type b into 4 on s:1:1"});
  with_client([&row](McpClient& client, RecordingConnection& connection) -> Task<void> {
    co_await client.open(shows_forms());
    auto arguments = Json::parse(row.own);
    arguments["app"] = "Mousepad";
    arguments["state"] = "s:1:1";
    arguments["element_index"] = "4";
    client.request(1, "tools/call", tool_call(row.tool, arguments));
    const auto heard = co_await client.hear();
    CHECK(heard["result"]["isError"] == false);
    REQUIRE(connection.calls.size() == 1);
    CHECK(connection.calls[0] == row.call);
  });
}

TEST_CASE("Actions of a place, or of what has the focus, need no element") {
  struct Row {
    const char* tool;
    const char* own;
    const char* call;
  };
  const auto row = GENERATE(
      Row{"click", R"({"x":12.7,"y":0,"mouse_button":"middle"})", "middle click (12, 0) on s:1:1"},
      Row{"scroll", R"({"direction":"right"})", "scroll the window right by 1 on s:1:1"},
      Row{"drag", R"({"from_element":3,"to_element":"4"})", "drag 3 to 4 on s:1:1"},
      Row{"drag", R"({"from_x":1,"from_y":2,"to_element":4})", "drag (1, 2) to 4 on s:1:1"},
      Row{"drag", R"({"from_x":1,"from_y":2,"to_x":3,"to_y":4})", "drag (1, 2) to (3, 4) on s:1:1"},
      Row{"press_key", R"({"key":"ctrl+s"})", "press ctrl+s on s:1:1"},
      Row{"type_text", R"({"text":"b"})", "type b into -1 on s:1:1"},
      // Refused, so that nothing reaches the connection:
      Row{"click", R"({})", nullptr}, Row{"click", R"({"x":1})", nullptr},
      Row{"click", R"({"x":1,"y":1,"element_index":1})", nullptr},
      Row{"click", R"({"y":1,"element_index":1})", nullptr},
      Row{"click", R"({"element_index":1,"click_count":4})", nullptr},
      Row{"click", R"({"element_index":1,"click_count":1.5})", nullptr},
      Row{"click", R"({"element_index":1,"mouse_button":"back"})", nullptr},
      Row{"scroll", R"({"element_index":1})", nullptr}, Row{"scroll", R"({"direction":"up","pages":0})", nullptr},
      Row{"scroll", R"({"direction":"up","pages":21})", nullptr}, Row{"drag", R"({"from_element":1})", nullptr},
      Row{"drag", R"({"from_element":1,"from_x":1,"from_y":1,"to_element":2})", nullptr},
      Row{"press_key", R"({})", nullptr}, Row{"type_text", R"({"element_index":1})", nullptr});
  CAPTURE(row.tool, row.own);
  with_client([&row](McpClient& client, RecordingConnection& connection) -> Task<void> {
    co_await client.open(shows_forms());
    auto arguments = Json::parse(row.own);
    arguments["app"] = "Mousepad";
    arguments["state"] = "s:1:1";
    client.request(1, "tools/call", tool_call(row.tool, arguments));
    const auto heard = co_await client.hear();
    CHECK(heard["result"]["isError"] == (row.call == nullptr));
    const std::vector<std::string> expected(row.call == nullptr ? 0 : 1, row.call == nullptr ? "" : row.call);
    CHECK(connection.calls == expected);
  });
}

TEST_CASE("perform_actions judges every step before the first is sent") {
  const auto* steps = GENERATE(R"([])", R"([{"tool":"click"}])", R"([{"tool":"get_app_state","element_index":1}])",
                               R"([{"tool":"click","element_index":1},{"tool":"set_value","element_index":1}])",
                               R"([{"tool":"click","element_index":1,"value":"x"}])",
                               R"([{"tool":"click","element_index":1,"app":"Other"}])", R"(["click"])", R"("click")");
  with_client([steps](McpClient& client, RecordingConnection& connection) -> Task<void> {
    co_await client.open(shows_forms());
    auto arguments = Json::object();
    arguments["app"] = "Mousepad";
    arguments["state"] = "s:1:1";
    arguments["steps"] = Json::parse(steps);
    client.request(1, "tools/call", tool_call("perform_actions", arguments));
    const auto heard = co_await client.hear();
    CAPTURE(heard.dump());
    CHECK(heard["result"]["isError"] == true);
    CHECK(connection.calls.empty());
  });
}

TEST_CASE("perform_actions says of each step what became of it, and which were not tried") {
  with_client([](McpClient& client, RecordingConnection& connection) -> Task<void> {
    co_await client.open(shows_forms());
    auto arguments = Json::parse(R"({"app":"Mousepad","state":"s:1:1","steps":[{"tool":"click","element_index":1},
        {"tool":"set_value","element_index":2,"value":"x"},{"tool":"click","element_index":3}]})");
    client.request(1, "tools/call", tool_call("perform_actions", arguments));
    const auto heard = co_await client.hear();
    CHECK(connection.calls[0] == "click 1, set 2, click 3 on s:1:1");
    CHECK(heard["result"]["isError"] == true);
    const auto text = heard["result"]["content"][0]["text"].get<std::string>();
    CAPTURE(text);
    CHECK(text.starts_with("1 of 3 steps done\nstep 1 · outcome: confirmed"));
    CHECK(text.find("step 2 · outcome: refused") != std::string::npos);
    CHECK(text.find("steps 3 to 3 were not tried") != std::string::npos);
    CHECK(text.ends_with("state s:1:3\n"));
  });
}

TEST_CASE("wait_for passes on what is waited for, and an unmet wait is an error with the fresh state") {
  with_client([](McpClient& client, RecordingConnection& connection) -> Task<void> {
    co_await client.open(shows_forms());
    auto arguments = Json::parse(R"({"app":"Mousepad","text":"Done","gone":true,"timeout_s":2.5})");
    client.request(1, "tools/call", tool_call("wait_for", arguments));
    const auto met = co_await client.hear();
    CHECK(connection.calls[0] == "wait for Done gone for 2.5 s");
    CHECK(met["result"]["isError"] == false);
    connection.hangs = true;
    arguments = Json::parse(R"({"app":"Mousepad","element_index":7})");
    client.request(2, "tools/call", tool_call("wait_for", arguments));
    const auto unmet = co_await client.hear();
    CHECK(connection.calls[1] == "wait for element 7 for 10 s");
    CHECK(unmet["result"]["isError"] == true);
    CHECK(unmet["result"]["content"][0]["text"] == "wait: not met within 10 s\nstate s:1:4\n");
    arguments["timeout_s"] = 51;
    client.request(3, "tools/call", tool_call("wait_for", arguments));
    const auto too_long = co_await client.hear();
    CHECK(too_long["result"]["isError"] == true);
    CHECK(connection.calls.size() == 2);
  });
}
