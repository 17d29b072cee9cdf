#include "desktop/mcp_process.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <regex>
#include <stdexcept>
#include <utility>

namespace secondseat::stage {
namespace {

using Json = nlohmann::json;

base::Process start_server(const Stage& stage) {
  base::ProcessOptions options;
  options.environment = stage.environment();
  options.in = base::stream::Pipe{};
  options.out = base::stream::Pipe{};
  options.err = base::stream::File{stage.directory() + "/secondseat.err"};
  auto started = base::Process::spawn({SS_SECONDSEAT, "mcp"}, std::move(options));
  if (!started) throw std::runtime_error(started.error().describe());
  return *std::move(started);
}

}  // namespace

McpProcess::McpProcess(const Stage& stage, std::string decision)
    : decision_(std::move(decision)),
      process_(start_server(stage)),
      in_(process_.take_in()),
      out_(process_.take_out()) {
  Json params;
  params["protocolVersion"] = "2025-11-25";
  params["capabilities"]["elicitation"] = Json::object();
  params["clientInfo"]["name"] = "test";
  request("open", "initialize", std::move(params));
  wait_for("open", std::chrono::seconds{10});
}

void McpProcess::send(const Json& message) {
  const auto line = message.dump() + '\n';
  for (std::size_t sent = 0; sent < line.size();) {
    const auto size = ::write(in_.get(), line.data() + sent, line.size() - sent);
    if (size <= 0) throw std::runtime_error("the server takes no input");
    sent += static_cast<std::size_t>(size);
  }
}

void McpProcess::request(const Json& id, const std::string& method, Json params) {
  Json message;
  message["jsonrpc"] = "2.0";
  message["id"] = id;
  message["method"] = method;
  message["params"] = std::move(params);
  send(message);
}

Json McpProcess::next(const Limit& limit) {
  for (;;) {
    if (const auto end = buffer_.find('\n'); end != std::string::npos) {
      auto message = Json::parse(buffer_.substr(0, end));
      buffer_.erase(0, end + 1);
      return message;
    }
    wait_readable(out_.get(), limit, "a message of the server");
    char chunk[65536];
    const auto size = ::read(out_.get(), chunk, sizeof chunk);
    if (size <= 0) throw std::runtime_error("the server ended");
    buffer_.append(chunk, static_cast<std::size_t>(size));
  }
}

Json McpProcess::wait_for(const Json& id, std::chrono::milliseconds budget) {
  const auto is_it = [&](const Json& message) { return message.value("id", Json()) == id; };
  if (const auto early = std::find_if(early_.begin(), early_.end(), is_it); early != early_.end()) {
    auto message = std::move(*early);
    early_.erase(early);
    return message;
  }
  const Limit limit(budget);
  for (;;) {
    auto message = next(limit);
    if (message.value("method", "") == "elicitation/create") {
      ++questions_;
      Json answer;
      answer["jsonrpc"] = "2.0";
      answer["id"] = message["id"];
      answer["result"]["action"] = "accept";
      answer["result"]["content"]["decision"] = decision_;
      send(answer);
    } else if (is_it(message)) {
      return message;
    } else {
      early_.push_back(std::move(message));
    }
  }
}

int McpProcess::start(const std::string& tool, Json arguments) {
  Json params;
  params["name"] = tool;
  params["arguments"] = std::move(arguments);
  request(next_id_, "tools/call", std::move(params));
  return next_id_++;
}

Json McpProcess::reply(int id, std::chrono::milliseconds budget) {
  auto message = wait_for(id, budget);
  return message.contains("result") ? message["result"] : message;
}

Json McpProcess::call(const std::string& tool, Json arguments) { return reply(start(tool, std::move(arguments))); }

Json McpProcess::repeat(int id, const std::string& tool, Json arguments) {
  const auto later = std::exchange(next_id_, id);
  start(tool, std::move(arguments));
  next_id_ = later;
  return reply(id);
}

void McpProcess::cancel(int id) {
  Json message;
  message["jsonrpc"] = "2.0";
  message["method"] = "notifications/cancelled";
  message["params"]["requestId"] = id;
  send(message);
}

std::chrono::milliseconds McpProcess::ping() {
  const async::SystemClock clock;
  const auto began = clock.now();
  const auto id = "ping " + std::to_string(next_id_++);
  request(id, "ping", Json::object());
  wait_for(id, std::chrono::seconds{10});
  return std::chrono::duration_cast<std::chrono::milliseconds>(clock.now() - began);
}

base::ExitStatus McpProcess::close() {
  in_.reset();
  const auto status = process_.wait_for(std::chrono::seconds{2});
  if (!status) throw std::runtime_error(status.error().describe());
  return *status;
}

std::string text_of(const Json& result) {
  if (!result.contains("content")) throw std::runtime_error("not a result: " + result.dump());
  return result["content"][0]["text"].get<std::string>();
}

std::string state_in(const std::string& text) {
  static const std::regex pattern("state (s:[0-9a-f]+:[0-9]+)");
  std::smatch found;
  if (!std::regex_search(text, found, pattern)) throw std::runtime_error("no state in: " + text);
  return found[1];
}

int element_in(const std::string& text, const std::string& role, const std::string& name) {
  const auto line = role + " \"" + name + '"';
  const auto at = text.find(line);
  if (at == std::string::npos || at < 2) throw std::runtime_error("no " + line + " in: " + text);
  const auto digits = text.rfind('\n', at) + 1;
  return std::stoi(text.substr(digits));
}

}  // namespace secondseat::stage
