// A client in memory that talks to mcp::serve in virtual time. Loop only.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "async/virtual_time.hpp"
#include "mcp/recording_connection.hpp"
#include "rpc/memory_transport.hpp"

namespace secondseat::test {

class McpClient {
 public:
  McpClient(rpc::MemoryTransport& transport, Clock& clock) : transport_(transport), clock_(clock) {}

  void say(const nlohmann::json& message) { say_line(message.dump()); }
  void say_line(std::string line) { transport_.say(std::move(line)); }
  void request(nlohmann::json id, std::string method, nlohmann::json params);
  void notify(std::string method, nlohmann::json params);
  void answer(nlohmann::json id, nlohmann::json result);
  /// The next line of the server, waited for.
  Task<nlohmann::json> hear();
  Task<std::string> hear_line();
  /// What else the server says within a second; nothing, usually.
  Task<std::vector<nlohmann::json>> rest();

  /// Opens a legacy session.
  Task<void> open(nlohmann::json capabilities);
  /// Params of a modern request: `_meta` and these.
  static nlohmann::json modern(nlohmann::json params, nlohmann::json capabilities);

 private:
  rpc::MemoryTransport& transport_;
  Clock& clock_;
  std::vector<std::string> unheard_;
};

/// Capabilities of a client that can show forms.
nlohmann::json shows_forms();
nlohmann::json tool_call(std::string name, nlohmann::json arguments);
/// `{"action": "accept", "content": {"decision": …}}`
nlohmann::json accept(std::string decision);

/// Serves `script` as the client; hangs up after it.
void with_client(const std::function<Task<void>(McpClient&, RecordingConnection&)>& script);

}  // namespace secondseat::test
