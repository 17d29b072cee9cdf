// Rule 3, read from the application: a click lands at most once, whatever the client repeats, and one that surely was not sent
// never lands.
#include <chrono>
#include <csignal>
#include <string>
#include <utility>

#include <sys/wait.h>

#include "async/clock.hpp"
#include "catch.hpp"
#include "desktop/fixture.hpp"
#include "desktop/mcp_process.hpp"
#include "desktop/tool_arguments.hpp"

using namespace secondseat::stage;
using namespace std::chrono_literals;
using Json = nlohmann::json;

namespace {

constexpr auto action_limit = 11s;  // the ten of the tool and the one for the desktop's own answer
constexpr auto refusal_limit =
    8s;  // a refusal reads the window again, for at most five, and finds the application first

Json click_on(const std::string& button, McpProcess& agent, const Fixture& fixture) {
  const auto text = text_of(agent.call("get_app_state", quick_read(fixture)));
  return on_element(fixture, text, "push button", button);
}

bool is_stopped(const Fixture& fixture) {
  siginfo_t seen{};
  const auto options = WSTOPPED | WEXITED | WNOHANG | WNOWAIT;
  return ::waitid(P_PID, static_cast<id_t>(fixture.pid()), &seen, options) == 0 && seen.si_code == CLD_STOPPED;
}

/// Lets a fixture that stopped itself go on.
class Thaw {
 public:
  explicit Thaw(Fixture& fixture) : fixture_(fixture) {}
  Thaw(const Thaw&) = delete;
  Thaw& operator=(const Thaw&) = delete;
  ~Thaw() { (void)fixture_.process().signal(SIGCONT); }  // an ended process has nothing to continue

 private:
  Fixture& fixture_;
};

void check_refused(McpProcess& agent, const Json& click) {
  const secondseat::async::SystemClock clock;
  const auto began = clock.now();
  const auto answer = text_of(agent.call("click", click));
  CAPTURE(answer);
  CHECK(answer.starts_with("outcome: refused"));
  CHECK(clock.now() - began < refusal_limit);
}

/// How often the button was clicked once everything sent so far has landed. GTK clicks buttons in the order in which it was
/// told to, so a click of ours on another button comes last.
int count_in_the_end(const Stage& stage, Fixture& fixture) {
  McpProcess later(stage);
  later.call("click", click_on("Add", later, fixture));
  fixture.wait_for_counter("add_button.clicked", 1);
  return fixture.counter("count_button.clicked");
}

/// Clicks an application that is stopped or about to be, then repeats it in every way a client can: none of them may send it (again).
void click_and_repeat(const Stage& stage, McpProcess& agent, const Json& click, const std::string& outcome) {
  const auto id = agent.start("click", click);
  const auto first = text_of(agent.reply(id, action_limit));
  CAPTURE(first);
  CHECK(first.starts_with("outcome: " + outcome));
  CHECK(text_of(agent.repeat(id, "click", click)) == first);
  check_refused(agent, click);
  CHECK(agent.close().success());

  McpProcess restarted(stage);
  check_refused(restarted, click);
}

}  // namespace

TEST_CASE("Rule 3: a click that reached an application which then stops is unknown, and lands once, however repeated") {
  // GTK 3 says that it is done before it begins: an answer, and no proof of anything.
  const auto [toolkit, outcome] = GENERATE(std::pair(Toolkit::gtk3, "unverified"), std::pair(Toolkit::gtk4, "unknown"));
  const Stage stage;
  Fixture fixture(stage, toolkit);
  fixture.send("freeze-on-action");
  McpProcess agent(stage);
  const auto click = click_on("Count", agent, fixture);
  {
    const Thaw thaw(fixture);
    click_and_repeat(stage, agent, click, outcome);
    CHECK(is_stopped(fixture));
    CHECK(fixture.counter("count_button.clicked") == 0);
  }
  fixture.wait_for_counter("count_button.clicked", 1);
  CHECK(count_in_the_end(stage, fixture) == 1);
}

TEST_CASE("Rule 3: an application that does not answer the check before sending is sent nothing") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const Stage stage;
  Fixture fixture(stage, toolkit);
  McpProcess agent(stage);
  const auto click = click_on("Count", agent, fixture);
  {
    const Frozen frozen(fixture);
    click_and_repeat(stage, agent, click, "not_dispatched");
  }
  CHECK(count_in_the_end(stage, fixture) == 0);
}
