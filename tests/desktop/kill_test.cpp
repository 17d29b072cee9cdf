// kill -9 at every system call of a click: it lands at most once, and whenever it landed and the agent has no answer, the next
// start says that it may have happened. The application counts; strace kills the server right before the call named.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "catch.hpp"
#include "desktop/fixture.hpp"
#include "desktop/mcp_process.hpp"
#include "desktop/tool_arguments.hpp"

using namespace secondseat::stage;
using namespace std::chrono_literals;
namespace base = secondseat::base;

namespace {

constexpr int most_kills_of_a_call = 24;

/// strace on all threads of the server, attached when this returns.
base::Process attach(McpProcess& agent, std::vector<std::string> options, const std::string& trace) {
  std::vector<std::string> argv = {"strace", "-f", "-p", std::to_string(agent.process().pid()), "-o", trace};
  argv.insert(argv.end(), options.begin(), options.end());
  base::ProcessOptions streams;
  streams.out = base::stream::Null{};
  streams.err = base::stream::Pipe{};
  auto started = base::Process::spawn(argv, std::move(streams));
  if (!started) throw std::runtime_error(started.error().describe());
  const auto err = started->take_err();
  const auto line = read_line(err.get(), Limit(10s), "strace");
  if (line.find("attached") == std::string::npos) throw std::runtime_error(line);
  return *std::move(started);
}

/// How often one thread made each system call during a click that nobody disturbed.
std::map<std::string, int> calls_of_a_click(const Stage& stage, const Fixture& fixture) {
  const auto trace = stage.directory() + "/trace";
  {
    McpProcess agent(stage);
    const auto text = text_of(agent.call("get_app_state", quick_read(fixture)));
    auto strace = attach(agent, {}, trace);
    agent.call("click", on_element(fixture, text, "push button", "Count"));
    strace.terminate();
    agent.close();
  }
  std::map<std::pair<int, std::string>, int> by_thread;
  std::ifstream lines(trace);
  for (std::string line; std::getline(lines, line);) {
    const auto name = line.find_first_not_of(' ', line.find(' '));
    const auto end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789", name);
    if (name == line.npos || end == name || end == line.npos || line[end] != '(') continue;
    const auto call = line.substr(name, end - name);
    if (call != "restart_syscall") ++by_thread[{std::stoi(line), call}];  // what strace itself interrupted
  }
  std::map<std::string, int> most;
  for (const auto& [of, count] : by_thread) most[of.second] = std::max(most[of.second], count);
  return most;
}

struct Aftermath {
  bool answered = false;
  bool told = false;
  int landed = 0;
};

Aftermath kill_at(const std::string& call, int when, const Stage& stage, const Fixture& fixture) {
  Aftermath after;
  const int before = fixture.counter("count_button.clicked");
  {
    McpProcess agent(stage);
    const auto text = text_of(agent.call("get_app_state", quick_read(fixture)));
    const auto inject = "inject=" + call + ":signal=SIGKILL:when=" + std::to_string(when);
    const auto strace = attach(agent, {"-e", "trace=" + call, "-e", inject}, "/dev/null");
    const int click = agent.start("click", on_element(fixture, text, "push button", "Count"));
    try {
      agent.reply(click);
      after.answered = true;
    } catch (const std::runtime_error&) {  // the server ended: the very thing that is tried
      after.answered = false;
    }
    (void)agent.process().signal(SIGKILL);  // where this click made fewer calls than the recorded one
  }
  McpProcess next(stage);
  const auto text = text_of(next.call("get_app_state", quick_read(fixture)));
  after.told = text.find("note: an earlier run of secondseat ended") != std::string::npos;
  after.landed = fixture.counter("count_button.clicked") - before;
  next.close();
  return after;
}

}  // namespace

TEST_CASE(
    "Rule 2: killed at any system call of a click, it landed at most once, and the next start tells what may have "
    "landed") {
  const Stage stage;
  const Fixture fixture(stage, Toolkit::gtk3);
  const auto calls = calls_of_a_click(stage, fixture);
  REQUIRE(calls.count("fdatasync") == 1);
  int nothing_happened = 0;
  int told_and_landed = 0;

  for (const auto& [call, most] : calls) {
    const int step = 1 + most / most_kills_of_a_call;  // an event loop asks for events more than a hundred times
    for (int when = 1; when <= most; when += step) {
      const auto after = kill_at(call, when, stage, fixture);
      CAPTURE(call, when, after.answered, after.told, after.landed);
      CHECK(after.landed >= 0);
      CHECK(after.landed <= 1);
      const bool agent_can_know = after.landed == 0 || after.answered || after.told;
      CHECK(agent_can_know);
      if (call == "fdatasync" || call == "pwrite64") CHECK(after.landed == 0);
      if (!after.told && !after.answered) ++nothing_happened;
      if (after.told && after.landed == 1) ++told_and_landed;
    }
  }

  CHECK(nothing_happened > 0);
  CHECK(told_and_landed > 0);
  CHECK(std::filesystem::is_empty(stage.directory() + "/state/secondseat"));
}
