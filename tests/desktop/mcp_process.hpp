// McpProcess: `secondseat mcp` as a child process on a Stage, and the client that talks to it. Blocking; throws
// std::runtime_error when it waits in vain. Any one thread.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/process.hpp"
#include "desktop/patience.hpp"
#include "desktop/stage.hpp"

namespace secondseat::stage {

class McpProcess {
 public:
  /// Opens a session; every question is answered with `decision`.
  explicit McpProcess(const Stage& stage, std::string decision = "task");

  /// Sends a tool call and gives its id; reply() waits for its answer.
  int start(const std::string& tool, nlohmann::json arguments);
  nlohmann::json reply(int id, std::chrono::milliseconds budget = std::chrono::seconds{30});
  /// The whole of both: the tool's result, or the error reply as it came.
  nlohmann::json call(const std::string& tool, nlohmann::json arguments);
  /// The same request under the id of an earlier one.
  nlohmann::json repeat(int id, const std::string& tool, nlohmann::json arguments);
  void cancel(int id);
  /// How long an answer to ping takes.
  std::chrono::milliseconds ping();

  int questions() const { return questions_; }
  base::Process& process() { return process_; }
  /// End of input; the exit status, waited for at most two seconds.
  base::ExitStatus close();

 private:
  void send(const nlohmann::json& message);
  void request(const nlohmann::json& id, const std::string& method, nlohmann::json params);
  nlohmann::json wait_for(const nlohmann::json& id, std::chrono::milliseconds budget);
  nlohmann::json next(const Limit& limit);

  std::string decision_;
  base::Process process_;
  base::Fd in_;
  base::Fd out_;
  std::string buffer_;
  std::vector<nlohmann::json> early_;  // replies that somebody else waits for
  int next_id_ = 1;
  int questions_ = 0;
};

/// The text of a tool's result.
std::string text_of(const nlohmann::json& result);
/// The state id that a text names last.
std::string state_in(const std::string& text);
/// The number of the element whose line is `role "name"…`.
int element_in(const std::string& text, const std::string& role, const std::string& name);

}  // namespace secondseat::stage
