// notifications/progress: for a request that brought a token, while its call waits, and never after its answer.
#include <fmt/format.h>

#include "catch.hpp"
#include "mcp/session_harness.hpp"

using namespace secondseat;
using namespace secondseat::test;
using Json = nlohmann::json;

namespace {

enum class InEra { legacy, modern };

/// As a client writes it; `meta` is JSON text of members of `_meta`, with their comma.
std::string wait_call(InEra era, const std::string& id, const std::string& meta) {
  constexpr auto modern =
      R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{})";
  constexpr auto call =
      R"({{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{{"_meta":{{{}{}}},"name":"wait_for","arguments":{{"app":"Notes","idle":true}}}}}})";
  return fmt::format(call, id, meta, era == InEra::modern ? modern : R"("x":1)");
}

std::string with_token(const std::string& token) { return fmt::format(R"("progressToken":{},)", token); }

Json cancel(int id) {
  Json params;
  params["requestId"] = id;
  return params;
}

}  // namespace

TEST_CASE("Progress rises, says nothing of an application, and comes before the answer, in both eras") {
  const auto era = GENERATE(InEra::legacy, InEra::modern);
  with_client([era](McpClient& client, RecordingConnection& connection) -> Task<void> {
    connection.pauses = 2;
    co_await client.open(Json::object());
    client.say_line(wait_call(era, "7", with_token("\"t\"")));
    const auto first = co_await client.hear_line();
    const auto second = co_await client.hear_line();
    const auto reply = co_await client.hear();
    const auto more = co_await client.rest();
    const auto* const wanted =
        R"({{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":"t","progress":{},"message":"it takes \"long\""}}}})";
    CHECK(first == fmt::format(fmt::runtime(wanted), 1));
    CHECK(second == fmt::format(fmt::runtime(wanted), 2));
    CHECK(reply["id"] == 7);
    CHECK(more.empty());
  });
}

TEST_CASE("A token is any string or integer, and comes back byte for byte") {
  const auto era = GENERATE(InEra::legacy, InEra::modern);
  const auto* token =
      GENERATE("0", "-0", "18446744073709551616", "123456789012345678901234567890", R"("")", R"("\u0061\/\"}")");
  with_client([era, token](McpClient& client, RecordingConnection& connection) -> Task<void> {
    connection.pauses = 1;
    co_await client.open(Json::object());
    client.say_line(wait_call(era, "1", with_token(token)));
    const auto told = co_await client.hear_line();
    CHECK(told.find(fmt::format(R"({{"progressToken":{},"progress":1,)", token)) != std::string::npos);
  });
}

TEST_CASE("Without a token, or with one that is neither, nothing is told") {
  const auto era = GENERATE(InEra::legacy, InEra::modern);
  const auto* meta =
      GENERATE("", R"("progressToken":null,)", R"("progressToken":1.5,)", R"("progressToken":{"a":1},)",
               R"("progressToken":[1],)", R"("progressToken":true,)", R"("nested":{"progressToken":1},)");
  with_client([era, meta](McpClient& client, RecordingConnection& connection) -> Task<void> {
    connection.pauses = 2;
    co_await client.open(Json::object());
    client.say_line(wait_call(era, "1", meta));
    const auto said = co_await client.rest();
    REQUIRE(said.size() == 1);
    CHECK(said.front()["id"] == 1);
  });
}

TEST_CASE("A cancelled request gets no progress either, although its call had just been woken") {
  const auto era = GENERATE(InEra::legacy, InEra::modern);
  with_client([era](McpClient& client, RecordingConnection& connection) -> Task<void> {
    connection.pauses = 2;
    connection.hangs_first = true;
    co_await client.open(Json::object());
    client.say_line(wait_call(era, "1", with_token("1")));
    const auto nothing_yet = co_await client.rest();
    CHECK(nothing_yet.empty());
    client.notify("notifications/cancelled", cancel(1));
    connection.released.set();
    const auto said = co_await client.rest();
    CHECK(said.empty());
  });
}

TEST_CASE(
    "In the modern era progress goes to the request that waits, under its own token, and to none that was answered") {
  with_client([](McpClient& client, RecordingConnection& connection) -> Task<void> {
    connection.pauses = 1;
    Json arguments;
    arguments["app"] = "Mousepad";
    auto params = McpClient::modern(tool_call("get_app_state", arguments), shows_forms());
    params["_meta"]["progressToken"] = "first";
    client.request(1, "tools/call", params);
    const auto asked = co_await client.hear();
    CHECK(asked["result"]["resultType"] == "input_required");
    connection.progress->waiting("nobody waits for this");
    const auto meanwhile = co_await client.rest();
    CHECK(meanwhile.empty());
    params["_meta"]["progressToken"] = "second";
    params["requestState"] = asked["result"]["requestState"];
    params["inputResponses"]["consent"] = accept("task");
    client.request(2, "tools/call", params);
    const auto told = co_await client.hear();
    const auto reply = co_await client.hear();
    CHECK(told["params"]["progressToken"] == "second");
    CHECK(told["params"]["progress"] == 1);
    CHECK(reply["id"] == 2);
  });
}
