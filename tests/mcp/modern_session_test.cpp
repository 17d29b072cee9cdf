// The era without sessions: every request for itself, questions as results.
#include "catch.hpp"
#include "mcp/session_harness.hpp"

using namespace secondseat;
using namespace secondseat::test;
using Json = nlohmann::json;

namespace {

Json call(std::string tool, Json arguments) {
  return McpClient::modern(tool_call(std::move(tool), std::move(arguments)), shows_forms());
}

Json read_mousepad() {
  Json arguments;
  arguments["app"] = "Mousepad";
  return call("get_app_state", std::move(arguments));
}

Json retry(Json params, const Json& asked, Json answer) {
  params["requestState"] = asked["result"]["requestState"];
  if (!answer.is_null()) params["inputResponses"]["consent"] = std::move(answer);
  return params;
}

bool is_input_required(const Json& reply) { return reply["result"]["resultType"] == "input_required"; }

}  // namespace

TEST_CASE("server/discover names the version, and another version is refused with what is supported") {
  with_client([](McpClient& client, RecordingConnection&) -> Task<void> {
    client.request(1, "server/discover", McpClient::modern(Json::object(), Json::object()));
    const auto found = co_await client.hear();
    CHECK(found["result"]["supportedVersions"] == Json::parse(R"(["2026-07-28"])"));
    CHECK(found["result"]["resultType"] == "complete");
    CHECK(found["result"].contains("ttlMs"));
    auto params = McpClient::modern(Json::object(), Json::object());
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2099-01-01";
    client.request(2, "tools/list", std::move(params));
    const auto refused = co_await client.hear();
    CHECK(refused["error"]["code"] == -32022);
    CHECK(refused["error"]["data"]["supported"] == Json::parse(R"(["2026-07-28"])"));
  });
}

TEST_CASE("ping and initialize are not of the modern era, and its requests need no session") {
  with_client([](McpClient& client, RecordingConnection&) -> Task<void> {
    client.request(1, "ping", McpClient::modern(Json::object(), Json::object()));
    const auto refused = co_await client.hear();
    CHECK(refused["error"]["code"] == -32601);
    client.request(2, "tools/list", McpClient::modern(Json::object(), Json::object()));
    const auto listed = co_await client.hear();
    CHECK(listed["result"]["tools"].size() == 12);
    CHECK(listed["result"]["cacheScope"] == "public");
  });
}

TEST_CASE("Both eras serve on one process without mixing") {
  with_client([](McpClient& client, RecordingConnection&) -> Task<void> {
    client.request(1, "server/discover", McpClient::modern(Json::object(), Json::object()));
    co_await client.hear();
    co_await client.open(shows_forms());
    client.request(2, "tools/list", Json::object());
    const auto legacy = co_await client.hear();
    CHECK_FALSE(legacy["result"].contains("resultType"));
    client.request(3, "tools/list", McpClient::modern(Json::object(), Json::object()));
    const auto modern = co_await client.hear();
    CHECK(modern["result"]["resultType"] == "complete");
    CHECK(modern["result"]["tools"] == legacy["result"]["tools"]);
  });
}

TEST_CASE("A question is a result, and the retry with the answer finishes the very same call") {
  with_client([](McpClient& client, RecordingConnection& connection) -> Task<void> {
    client.request(1, "tools/call", read_mousepad());
    const auto asked = co_await client.hear();
    REQUIRE(is_input_required(asked));
    CHECK(asked["result"]["inputRequests"]["consent"]["method"] == "elicitation/create");
    client.request(2, "tools/call", retry(read_mousepad(), asked, accept("once")));
    const auto reply = co_await client.hear();
    CHECK(reply["id"] == 2);
    CHECK(reply["result"]["resultType"] == "complete");
    CHECK(connection.calls == std::vector<std::string>{"read Mousepad", "answer once"});
  });
}

TEST_CASE("requestState works once, for its own call only, and not when touched") {
  with_client([](McpClient& client, RecordingConnection& connection) -> Task<void> {
    client.request(1, "tools/call", read_mousepad());
    const auto asked = co_await client.hear();
    auto other = read_mousepad();
    other["arguments"]["app"] = "Terminal";
    client.request(2, "tools/call", retry(other, asked, accept("task")));
    const auto wrong_call = co_await client.hear();
    CHECK(wrong_call["error"]["code"] == -32602);

    const auto token = asked["result"]["requestState"].get<std::string>();
    for (std::size_t at = 0; at < token.size(); at += 7) {
      auto touched = asked;
      auto bent = token;
      bent[at] = bent[at] == '0' ? '1' : '0';
      touched["result"]["requestState"] = bent;
      client.request("bent" + std::to_string(at), "tools/call", retry(read_mousepad(), touched, accept("task")));
      const auto refused = co_await client.hear();
      CHECK(refused["error"]["code"] == -32602);
    }
    client.request(3, "tools/call", retry(read_mousepad(), asked, accept("task")));
    const auto done = co_await client.hear();
    CHECK(done["result"]["resultType"] == "complete");
    client.request(4, "tools/call", retry(read_mousepad(), asked, accept("task")));
    const auto twice = co_await client.hear();
    CHECK(twice["error"]["code"] == -32602);
    CHECK(connection.calls == std::vector<std::string>{"read Mousepad", "answer task"});
  });
}

TEST_CASE("A client that retries without an answer is asked three times, then refused") {
  with_client([](McpClient& client, RecordingConnection& connection) -> Task<void> {
    client.request(1, "tools/call", read_mousepad());
    auto asked = co_await client.hear();
    for (int id = 2; id < 4; ++id) {
      client.request(id, "tools/call", retry(read_mousepad(), asked, nullptr));
      asked = co_await client.hear();
      CHECK(is_input_required(asked));
    }
    client.request(4, "tools/call", retry(read_mousepad(), asked, nullptr));
    const auto refused = co_await client.hear();
    CHECK(refused["result"]["isError"] == true);
    CHECK(connection.calls == std::vector<std::string>{"read Mousepad"});
  });
}

TEST_CASE("A modern client without forms is never asked") {
  with_client([](McpClient& client, RecordingConnection& connection) -> Task<void> {
    auto params = read_mousepad();
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = Json::object();
    client.request(1, "tools/call", std::move(params));
    const auto reply = co_await client.hear();
    CHECK(reply["result"]["isError"] == true);
    CHECK(connection.calls == std::vector<std::string>{"read Mousepad"});
  });
}

TEST_CASE("A modern call cancelled in the instant its answer is ready counts as stopped, and its answer as not given") {
  with_client([](McpClient& client, RecordingConnection& connection) -> Task<void> {
    connection.hangs_first = true;
    Json arguments;
    arguments["app"] = "Mousepad";
    arguments["idle"] = true;
    client.request(1, "tools/call", call("wait_for", std::move(arguments)));
    const auto nothing_yet = co_await client.rest();
    CHECK(nothing_yet.empty());
    Json cancel;
    cancel["requestId"] = 1;
    connection.released.set();
    client.notify("notifications/cancelled", cancel);
    const auto said = co_await client.rest();
    CHECK(said.empty());
    CHECK(connection.stop.stop_requested());
  });
}

TEST_CASE("A cancelled modern call is stopped and gets no reply; a parked one ends with the client") {
  with_client([](McpClient& client, RecordingConnection& connection) -> Task<void> {
    connection.hangs = true;
    client.request(1, "tools/call", call("list_apps", Json::object()));
    Json cancel;
    cancel["requestId"] = 1;
    client.notify("notifications/cancelled", cancel);
    const auto more = co_await client.rest();
    CHECK(more.empty());
    CHECK(connection.ended == std::vector<std::string>{"stopped"});
    client.request(2, "tools/call", read_mousepad());
    const auto asked = co_await client.hear();
    CHECK(is_input_required(asked));
  });
}
