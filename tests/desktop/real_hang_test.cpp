// A hung application delays nothing but itself.
#include <chrono>

#include "async/clock.hpp"
#include "catch.hpp"
#include "desktop/fixture.hpp"
#include "desktop/mcp_process.hpp"
#include "desktop/tool_arguments.hpp"

using namespace secondseat::stage;
using namespace std::chrono_literals;
using Json = nlohmann::json;

TEST_CASE("A hung application delays neither ping, nor another application on the same or another connection") {
  const Stage stage;
  Fixture hung(stage, Toolkit::gtk3);
  const Fixture other(stage, Toolkit::gtk4);
  McpProcess agent(stage);
  McpProcess neighbour(stage);
  agent.call("get_app_state", quick_read(hung));
  agent.call("get_app_state", quick_read(other));
  neighbour.call("get_app_state", quick_read(other));

  const Frozen frozen(hung);
  const auto waiting = agent.start("get_app_state", quick_read(hung));
  CHECK(agent.ping() < 200ms);
  const secondseat::async::SystemClock clock;
  const auto began = clock.now();
  CHECK(agent.call("get_app_state", quick_read(other))["isError"] == false);
  CHECK(neighbour.call("get_app_state", quick_read(other))["isError"] == false);
  CHECK(clock.now() - began < 3s);
  agent.cancel(waiting);
  CHECK(agent.ping() < 200ms);
}

TEST_CASE("STOP: after a cancel nothing is dispatched any more") {
  const Stage stage;
  Fixture fixture(stage, Toolkit::gtk3);
  McpProcess agent(stage);
  const auto text = text_of(agent.call("get_app_state", quick_read(fixture)));
  Json click;
  click["app"] = "pid:" + std::to_string(fixture.pid());
  click["state"] = state_in(text);
  click["element_index"] = element_in(text, "push button", "Count");
  auto other_click = click;
  other_click["element_index"] = element_in(text, "push button", "Left");

  {
    const Frozen frozen(fixture);
    const auto first = agent.start("click", click);
    const auto queued = agent.start("click", other_click);
    agent.cancel(queued);
    agent.cancel(first);
    CHECK(agent.ping() < 50ms);
  }
  const auto after = text_of(agent.call("get_app_state", quick_read(fixture)));
  CHECK(fixture.counter("left_button.clicked") == 0);
  CHECK(fixture.counter("count_button.clicked") <= 1);
  CHECK(after.find("cancelled after it had been sent") != std::string::npos);
}
