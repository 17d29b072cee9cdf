// Rule 3, read from the application: a click that timed out lands once, whatever the client repeats.
#include "catch.hpp"
#include "desktop/fixture.hpp"
#include "desktop/mcp_process.hpp"

using namespace secondseat::stage;
using Json = nlohmann::json;

TEST_CASE("Rule 3: a stopped application gets the click once, after it goes on") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const Stage stage;
  Fixture fixture(stage, toolkit);
  Json arguments;
  arguments["app"] = "pid:" + std::to_string(fixture.pid());
  auto read = arguments;
  read["screenshot"] = false;
  McpProcess agent(stage);
  const auto text = text_of(agent.call("get_app_state", read));
  arguments["state"] = state_in(text);
  arguments["element_index"] = element_in(text, "push button", "Count");

  {
    const Frozen frozen(fixture);
    const auto id = agent.start("click", arguments);
    const auto timed_out = text_of(agent.reply(id));
    CAPTURE(timed_out);
    CHECK(timed_out.starts_with("outcome: unknown"));
    CHECK(text_of(agent.repeat(id, "click", arguments)) == timed_out);
    const auto again = text_of(agent.call("click", arguments));
    CHECK(again.starts_with("outcome: refused"));
    CHECK(agent.close().success());

    McpProcess restarted(stage);
    const auto after_restart = text_of(restarted.call("click", arguments));
    CHECK(after_restart.starts_with("outcome: refused"));
  }
  fixture.wait_for_counter("count_button.clicked", 1);

  McpProcess later(stage);
  later.call("get_app_state", read);  // the application has answered everything that came before
  CHECK(fixture.counter("count_button.clicked") == 1);
}
