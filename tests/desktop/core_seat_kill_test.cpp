// kill -9 at every system call of an input: all of a gesture happens or none of it, and nothing stays pressed. strace kills the
// program right before the call named; a window of the test hears what the X server makes.
#include <algorithm>
#include <fstream>
#include <map>
#include <numeric>
#include <stdexcept>

#include <unistd.h>

#include "catch.hpp"
#include "desktop/bystander.hpp"

using namespace secondseat;
using namespace secondseat::stage;
using namespace std::chrono_literals;

namespace {

constexpr int most_kills_of_a_call = 12;

std::vector<std::string> seat_user(const std::string& input) {
  return {SS_SEAT_USER, std::to_string(::getpid()), "witness", input};
}

/// Runs it below strace and waits until the X server has forgotten it: until then it may go on with what it was sent.
base::ExitStatus run(const Stage& stage, Bystander& witness, const std::string& input,
                     std::vector<std::string> options) {
  const int others = witness.clients();
  // LeakSanitizer fails a program that is traced, because it would have to trace it itself.
  std::vector<std::string> argv = {"strace", "-f", "-E", "ASAN_OPTIONS=detect_leaks=0"};
  argv.insert(argv.end(), options.begin(), options.end());
  const auto program = seat_user(input);
  argv.insert(argv.end(), program.begin(), program.end());
  auto process = stage.start(argv, "seat_user.log");
  const auto ended = process.wait_for(30s);
  if (!ended) throw std::runtime_error(ended.error().describe());
  witness.wait_for_clients(others);
  return *ended;
}

/// How often an undisturbed run makes each system call, once it is connected.
std::map<std::string, int> calls_of(const Stage& stage, Bystander& witness, const std::string& input) {
  const auto trace = stage.directory() + "/trace";
  const auto ended = run(stage, witness, input, {"-o", trace});
  if (!ended.success()) throw std::runtime_error("an undisturbed " + input + " is not accepted");
  std::map<std::string, int> calls;
  std::ifstream lines(trace);
  for (std::string line; std::getline(lines, line);) {
    const auto name = line.find_first_not_of(' ', line.find(' '));
    const auto end = line.find('(', name);
    if (name != line.npos && end != line.npos) ++calls[line.substr(name, end - name)];
  }
  // What a program does to start is of no interest.
  const auto is_start = [](const auto& call) {
    const std::string known =
        " sendmsg sendto writev write recvmsg recvfrom poll epoll_wait epoll_ctl fcntl close munmap exit_group ";
    return known.find(" " + call.first + " ") == known.npos;
  };
  std::erase_if(calls, is_start);
  return calls;
}

}  // namespace

TEST_CASE("killed at any system call of an input, all of a gesture happened or none, and nothing stays pressed") {
  const auto [input, presses] = GENERATE(table<std::string, int>({{"click", 2}, {"drag", 1}, {"type", 80}}));
  const Stage stage;
  Bystander witness(stage);
  witness.show("witness", Rect{200, 100, 300, 200});
  const auto calls = calls_of(stage, witness, input);
  std::size_t heard = witness.heard().size();
  REQUIRE(witness.pressed() == presses);
  int nothing = 0;
  int all = 0;

  for (const auto& [call, times] : calls) {
    const int step = 1 + times / most_kills_of_a_call;
    for (int when = times; when >= 1; when -= step) {  // from the end, where it matters
      const auto inject = "inject=" + call + ":signal=SIGKILL:when=" + std::to_string(when);
      run(stage, witness, input, {"-o", "/dev/null", "-e", "trace=" + call, "-e", inject});
      const auto events = witness.heard();
      const std::vector<int> added(events.begin() + static_cast<std::ptrdiff_t>(heard), events.end());
      heard = events.size();
      const auto down = std::count_if(added.begin(), added.end(), [](int detail) { return detail > 0; });
      CAPTURE(input, call, when, added);
      CHECK(std::accumulate(added.begin(), added.end(), 0) == 0);
      CHECK(down <= presses);
      CHECK((input == "type" || down == 0 || down == presses));
      CHECK_FALSE(witness.anything_down());
      if (down == 0) ++nothing;
      if (down == presses) ++all;
    }
  }

  CHECK(nothing > 0);
  CHECK(all > 0);
}
