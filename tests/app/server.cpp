#include "app/server.hpp"

#include <cerrno>
#include <csignal>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include "async/clock.hpp"

namespace secondseat::test {
namespace {

using Json = nlohmann::json;

base::Process start(const std::vector<std::string>& command, base::ProcessOptions options) {
  std::signal(SIGPIPE, SIG_IGN);  // ours; Process gives the child the default action
  auto process = base::Process::spawn(command, std::move(options));
  if (!process) throw std::runtime_error(process.error().describe());
  return std::move(*process);
}

bool is_jsonrpc(std::string_view line) {
  const auto message = Json::parse(line, nullptr, false);
  if (!message.is_object() || message.value("jsonrpc", "") != "2.0") return false;
  const bool is_reply = message.contains("id") && (message.contains("result") != message.contains("error"));
  return is_reply || message.contains("method");
}

}  // namespace

Server::Server(const std::vector<std::string>& command, base::ProcessOptions options)
    : process_(start(command, std::move(options))),
      in_(process_.take_in()),
      out_(process_.take_out()),
      err_(process_.take_err()) {
  if (in_) ::fcntl(in_.get(), F_SETFL, O_WRONLY | O_NONBLOCK);  // this end of the pipe is ours alone
}

base::ProcessOptions Server::piped() {
  base::ProcessOptions options;
  options.in = options.out = options.err = base::stream::Pipe{};
  return options;
}

std::string Server::hear() {
  pump([this] { return heard_.find('\n') != std::string::npos; }, patience);
  const auto end = heard_.find('\n');
  auto line = heard_.substr(0, end);
  heard_.erase(0, end + 1);
  return line;
}

Ended Server::end(Budget budget) {
  pump([this] { return !process_.running() && !out_ && !err_; }, budget);
  const auto status = process_.wait_for(Budget{0});
  if (!status) throw std::runtime_error(status.error().describe());
  return {*status, std::move(heard_), std::move(errors_)};
}

Ended Server::finish(Budget budget) {
  pump([this] { return unsaid_.empty() || !in_; }, patience);  // the budget counts from the end of input
  hang_up();
  return end(budget);
}

void Server::pump(const std::function<bool()>& until, Budget budget) {
  const auto limit = async::SystemClock().now() + budget;
  while (!until()) {
    if (hangs_up_ && unsaid_.empty()) in_.reset();
    const auto left = std::chrono::ceil<Budget>(limit - async::SystemClock().now());
    if (left.count() <= 0) throw std::runtime_error("waited in vain; standard error: " + errors_);
    const bool streams_open = out_ || err_;
    pollfd watched[] = {{unsaid_.empty() ? -1 : in_.get(), POLLOUT, 0},
                        {out_.get(), POLLIN, 0},
                        {err_.get(), POLLIN, 0},
                        {streams_open ? -1 : process_.pidfd(), POLLIN, 0}};
    if (::poll(watched, 4, static_cast<int>(left.count())) < 0 && errno != EINTR)
      throw std::runtime_error("poll failed");
    if (watched[0].revents != 0) write_some();
    if (watched[1].revents != 0) read_some(out_, heard_);
    if (watched[2].revents != 0) read_some(err_, errors_);
  }
}

void Server::write_some() {
  const auto written = ::write(in_.get(), unsaid_.data(), unsaid_.size());
  if (written >= 0) {
    unsaid_.erase(0, static_cast<std::size_t>(written));
  } else if (errno != EAGAIN && errno != EINTR) {  // the server reads no more
    unsaid_.clear();
    in_.reset();
  }
}

void Server::read_some(base::Fd& fd, std::string& into) {
  char buffer[1U << 16U];
  const auto size = ::read(fd.get(), buffer, sizeof buffer);
  if (size > 0)
    into.append(buffer, static_cast<std::size_t>(size));
  else if (size == 0 || errno != EINTR)
    fd.reset();
}

std::vector<std::string> secondseat_with(const std::vector<std::string>& arguments) {
  std::vector<std::string> command{SS_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

std::vector<std::string> mcp_on_example() {
  return secondseat_with({"mcp", "--desktop", std::string("scripted:") + SS_EXAMPLE_WORLD});
}

std::string initialize_line(bool shows_forms) {
  return std::string(
             R"({"jsonrpc":"2.0","id":"open","method":"initialize","params":{"protocolVersion":"2025-11-25",)") +
         R"("capabilities":{)" + (shows_forms ? R"("elicitation":{})" : "") + R"(},"clientInfo":{"name":"t"}}})" + "\n";
}

std::vector<std::string> foreign_lines(std::string_view out) {
  constexpr std::size_t shown = 200;
  std::vector<std::string> foreign;
  while (!out.empty()) {
    const auto end = out.find('\n');
    const auto line = out.substr(0, end);
    if (end == out.npos || !is_jsonrpc(line)) foreign.emplace_back(line.substr(0, shown));
    out.remove_prefix(end == out.npos ? out.size() : end + 1);
  }
  return foreign;
}

}  // namespace secondseat::test
