#include "mcp/session_harness.hpp"

#include <stdexcept>

#include "async/scope.hpp"
#include "mcp/serve.hpp"

namespace secondseat::test {

using Json = nlohmann::json;

void McpClient::request(Json id, std::string method, Json params) {
  Json message;
  message["jsonrpc"] = "2.0";
  message["id"] = std::move(id);
  message["method"] = std::move(method);
  message["params"] = std::move(params);
  say(message);
}

void McpClient::notify(std::string method, Json params) {
  Json message;
  message["jsonrpc"] = "2.0";
  message["method"] = std::move(method);
  message["params"] = std::move(params);
  say(message);
}

void McpClient::answer(Json id, Json result) {
  Json message;
  message["jsonrpc"] = "2.0";
  message["id"] = std::move(id);
  message["result"] = std::move(result);
  say(message);
}

Task<Json> McpClient::hear() {
  const auto line = co_await hear_line();
  co_return Json::parse(line);
}

Task<std::string> McpClient::hear_line() {
  constexpr int patience = 1000;  // virtual milliseconds
  for (int waited = 0; unheard_.empty(); ++waited) {
    unheard_ = transport_.take_heard();
    if (!unheard_.empty()) break;
    if (waited == patience) throw std::runtime_error("the server says nothing");
    co_await clock_.sleep_until(clock_.now() + std::chrono::milliseconds{1});
  }
  auto next = std::move(unheard_.front());
  unheard_.erase(unheard_.begin());
  co_return next;
}

Task<std::vector<Json>> McpClient::rest() {
  co_await clock_.sleep_until(clock_.now() + std::chrono::seconds{1});
  for (auto& line : transport_.take_heard()) unheard_.push_back(std::move(line));
  std::vector<Json> said;
  for (const auto& line : std::exchange(unheard_, {})) said.push_back(Json::parse(line));
  co_return said;
}

Task<void> McpClient::open(Json capabilities) {
  Json params;
  params["protocolVersion"] = "2025-11-25";
  params["capabilities"] = std::move(capabilities);
  params["clientInfo"]["name"] = "test";
  request("open", "initialize", std::move(params));
  co_await hear();
  notify("notifications/initialized", Json::object());
}

Json McpClient::modern(Json params, Json capabilities) {
  params["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2026-07-28";
  params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = std::move(capabilities);
  params["_meta"]["io.modelcontextprotocol/clientInfo"]["name"] = "test";
  return params;
}

Json shows_forms() {
  Json capabilities;
  capabilities["elicitation"] = Json::object();
  return capabilities;
}

Json tool_call(std::string name, Json arguments) {
  Json params;
  params["name"] = std::move(name);
  params["arguments"] = std::move(arguments);
  return params;
}

Json accept(std::string decision) {
  Json result;
  result["action"] = "accept";
  result["content"]["decision"] = std::move(decision);
  return result;
}

void with_client(const std::function<Task<void>(McpClient&, RecordingConnection&)>& script) {
  async::TestLoop loop;
  rpc::MemoryTransport transport(loop.executor());
  RecordingConnection connection(loop.executor());
  McpClient client(transport, loop.clock());
  auto talk = [&](StopToken) -> Task<void> {
    co_await script(client, connection);
    transport.hang_up();
  };
  auto both = [&](async::Scope& scope) -> Task<void> {
    scope.spawn(talk);
    co_await mcp::serve(transport, connection, loop.clock());
  };
  auto body = [&]() { return async::with_scope(both); };
  loop.run(body);
}

}  // namespace secondseat::test
