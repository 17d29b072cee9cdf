// Rule 1, for every tool there is: without a grant nothing of an application is read and nothing is dispatched.
#include "async/ax_queue.hpp"
#include "async/scope.hpp"
#include "catch.hpp"
#include "desktop/scripted/scripted_desktop.hpp"
#include "desktop/scripted/scripted_identities.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/forgetful_journal.hpp"
#include "executor/live_connection.hpp"
#include "mcp/serve.hpp"
#include "mcp/session_harness.hpp"
#include "mcp/tools.hpp"

using namespace secondseat;
using namespace secondseat::test;
using Json = nlohmann::json;

namespace {

/// Arguments that fit the schema, so that nothing but consent can stop the call.
Json arguments_for(const Json& schema) {
  auto arguments = Json::object();
  for (const auto& name : schema.value("required", Json::array())) {
    const auto text = name.get<std::string>();
    const auto& rule = schema["properties"][text];
    if (text == "app")
      arguments[text] = "Notes";
    else if (rule.contains("enum"))
      arguments[text] = rule["enum"][0];
    else if (rule["type"] == "array")
      arguments[text].push_back(arguments_for(rule["items"]));
    else if (rule["type"].is_array())
      arguments[text] = 0;
    else
      arguments[text] = "s:0000000000000000:1";
  }
  for (const auto* place : {"element_index", "from_element", "to_element"})  // where a tool takes one of several ways
    if (schema["properties"].contains(place) && !(arguments.contains("tool") && place[0] != 'e')) arguments[place] = 0;
  if (schema["properties"].contains("idle")) arguments.erase("element_index");
  if (schema["properties"].contains("idle")) arguments["idle"] = true;  // one of several that wait_for needs
  return arguments;
}

/// How a human, or a client that stands between, fails to consent.
struct Refusal {
  const char* what;
  const char* answer;  // null: none at all
};

}  // namespace

TEST_CASE("Rule 1: no grant, no dispatch, for every tool") {
  const auto at = GENERATE(range(std::size_t{0}, mcp::tools().size()));
  const auto refusal = GENERATE(
      Refusal{"denied", R"({"action":"accept","content":{"decision":"deny"}})"},
      Refusal{"declined", R"({"action":"decline"})"}, Refusal{"empty", R"({"action":"accept","content":{}})"},
      Refusal{"wrong enum", R"({"action":"accept","content":{"decision":"always"}})"}, Refusal{"unanswered", nullptr});
  const auto& tool = mcp::tools()[at];
  CAPTURE(tool.name, refusal.what);

  async::TestLoop loop;
  scripted::ScriptedDesktop desktop(scripted::notes_world(), loop.clock());
  scripted::ScriptedIdentities identities(desktop.world());
  async::AxQueue queue(loop.executor(), async::AxQueue::OnLoop{});
  executor::ForgetfulJournal journal;
  executor::LiveConnection connection(loop.executor(), {queue, desktop, identities, loop.clock(), journal}, {});
  rpc::MemoryTransport transport(loop.executor());
  McpClient client(transport, loop.clock());

  auto talk = [&](StopToken) -> Task<void> {
    co_await client.open(shows_forms());
    client.request(1, "tools/call", tool_call(tool.name, arguments_for(tool.schema)));
    auto heard = co_await client.hear();
    const bool was_asked = heard.value("method", "") == "elicitation/create";
    CHECK(was_asked == tool.schema["properties"].contains("app"));
    if (was_asked && refusal.answer != nullptr) {
      client.answer(heard["id"], Json::parse(refusal.answer));
      heard = co_await client.hear();
      CHECK(heard["result"]["isError"] == true);
    }
    transport.hang_up();
    if (was_asked && refusal.answer == nullptr) client.answer(heard["id"], accept("task"));  // after the disconnect
  };
  auto both = [&](async::Scope& scope) -> Task<void> {
    scope.spawn(talk);
    co_await mcp::serve(transport, connection, loop.clock());
  };
  auto body = [&]() -> Task<void> {
    co_await async::with_scope(both);
    co_await connection.close();
  };
  loop.run(body);
  CHECK(desktop.log().empty());
  CHECK(desktop.reads() == 0);
}
