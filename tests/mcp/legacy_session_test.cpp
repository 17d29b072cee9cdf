// The era of sessions: initialize, requests of ours to the client.
#include "catch.hpp"
#include "mcp/session_harness.hpp"

using namespace secondseat;
using namespace secondseat::test;
using Json = nlohmann::json;

namespace {

Json app(std::string name) {
  Json arguments;
  arguments["app"] = std::move(name);
  return arguments;
}

Json click_on(std::string state) {
  auto arguments = app("Mousepad");
  arguments["state"] = std::move(state);
  arguments["element_index"] = 4;
  return arguments;
}

bool asks_for_consent(const Json& message) { return message.value("method", "") == "elicitation/create"; }

}  // namespace

TEST_CASE("initialize agrees on the client's version, or offers the newest of its era") {
  const auto asked = GENERATE("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28", "1999-01-01");
  with_client([asked](McpClient& client, RecordingConnection&) -> Task<void> {
    Json params;
    params["protocolVersion"] = asked;
    client.request(1, "initialize", std::move(params));
    const auto reply = co_await client.hear();
    const bool known = std::string(asked) < "2026" && std::string(asked) > "2000";
    CHECK(reply["result"]["protocolVersion"] == (known ? asked : "2025-11-25"));
    CHECK(reply["result"]["serverInfo"]["name"] == "secondseat");
    CHECK(reply["result"]["capabilities"].contains("tools"));
  });
}

TEST_CASE("Before initialize a request of neither era is told what is missing, and ping works") {
  with_client([](McpClient& client, RecordingConnection& connection) -> Task<void> {
    client.request(1, "tools/call", tool_call("list_apps", Json::object()));
    const auto refused = co_await client.hear();
    CHECK(refused["error"]["code"] == -32602);
    CHECK(refused["error"]["message"].get<std::string>().find("initialize") != std::string::npos);
    client.request(2, "ping", Json::object());
    const auto pong = co_await client.hear();
    CHECK(pong["result"] == Json::object());
    CHECK(connection.calls.empty());
  });
}

TEST_CASE("A second initialize and an unknown method are refused") {
  with_client([](McpClient& client, RecordingConnection&) -> Task<void> {
    co_await client.open(shows_forms());
    Json params;
    params["protocolVersion"] = "2025-11-25";
    client.request(1, "initialize", std::move(params));
    const auto again = co_await client.hear();
    CHECK(again["error"]["code"] == -32600);
    client.request(2, "resources/list", Json::object());
    const auto unknown = co_await client.hear();
    CHECK(unknown["error"]["code"] == -32601);
  });
}

TEST_CASE("The user's choice in the client's form is the answer") {
  with_client([](McpClient& client, RecordingConnection& connection) -> Task<void> {
    co_await client.open(shows_forms());
    client.request(7, "tools/call", tool_call("get_app_state", app("Mousepad")));
    const auto question = co_await client.hear();
    REQUIRE(asks_for_consent(question));
    CHECK(question["params"]["requestedSchema"]["required"] == Json::parse(R"(["decision"])"));
    client.answer(question["id"], accept("task"));
    const auto reply = co_await client.hear();
    CHECK(reply["id"] == 7);
    CHECK(reply["result"]["isError"] == false);
    CHECK(reply["result"]["content"][1]["type"] == "image");
    CHECK(connection.calls.back() == "answer task");
  });
}

TEST_CASE("Rule 1: what is not one of the choices is not consent") {
  const auto* text = GENERATE(
      R"({"action":"accept"})", R"({"action":"accept","content":{}})",
      R"({"action":"accept","content":{"decision":"always"}})", R"({"action":"accept","content":{"decision":"TASK"}})",
      R"({"action":"accept","content":{"decision":"task","x":1}})",
      R"({"action":"accept ","content":{"decision":"task"}})", R"({"action":"cancel"})", R"([])");
  with_client([text](McpClient& client, RecordingConnection& connection) -> Task<void> {
    co_await client.open(shows_forms());
    client.request(1, "tools/call", tool_call("get_app_state", app("Mousepad")));
    const auto question = co_await client.hear();
    client.answer(question["id"], Json::parse(text));
    const auto reply = co_await client.hear();
    CHECK(reply["result"]["isError"] == true);
    CHECK(connection.calls.back() == "read Mousepad");
  });
}

TEST_CASE("A client without forms is not asked") {
  with_client([](McpClient& client, RecordingConnection& connection) -> Task<void> {
    co_await client.open(Json::object());
    client.request(1, "tools/call", tool_call("get_app_state", app("Mousepad")));
    const auto reply = co_await client.hear();
    CHECK(reply["result"]["isError"] == true);
    CHECK(connection.calls.back() == "read Mousepad");
  });
}

TEST_CASE("A cancelled call gets no reply, withdraws its question, and a late answer changes nothing") {
  with_client([](McpClient& client, RecordingConnection& connection) -> Task<void> {
    co_await client.open(shows_forms());
    client.request(1, "tools/call", tool_call("get_app_state", app("Mousepad")));
    const auto question = co_await client.hear();
    Json cancel;
    cancel["requestId"] = 1;
    client.notify("notifications/cancelled", cancel);
    const auto withdrawn = co_await client.hear();
    CHECK(withdrawn["method"] == "notifications/cancelled");
    CHECK(withdrawn["params"]["requestId"] == question["id"]);
    client.answer(question["id"], accept("task"));
    const auto more = co_await client.rest();
    CHECK(more.empty());
    CHECK(connection.calls.back() == "read Mousepad");
    CHECK(connection.ended.back() == "stopped");
  });
}

TEST_CASE("Rule 2: the same id with the same arguments gets the same answer and no second execution") {
  with_client([](McpClient& client, RecordingConnection& connection) -> Task<void> {
    co_await client.open(shows_forms());
    client.request("a", "tools/call", tool_call("click", click_on("s:1:1")));
    const auto first = co_await client.hear();
    client.request("a", "tools/call", tool_call("click", click_on("s:1:1")));
    const auto second = co_await client.hear();
    CHECK(first == second);
    CHECK(connection.calls.size() == 1);
    client.request("a", "tools/call", tool_call("click", click_on("s:1:2")));
    const auto other = co_await client.hear();
    CHECK(other["error"]["code"] == -32600);
    CHECK(connection.calls.size() == 1);
  });
}

TEST_CASE("ping is answered while a call hangs") {
  with_client([](McpClient& client, RecordingConnection& connection) -> Task<void> {
    co_await client.open(shows_forms());
    connection.hangs = true;
    client.request(1, "tools/call", tool_call("list_apps", Json::object()));
    client.request(2, "ping", Json::object());
    const auto pong = co_await client.hear();
    CHECK(pong["id"] == 2);
    connection.released.set();
    const auto listed = co_await client.hear();
    CHECK(listed["id"] == 1);
  });
}
