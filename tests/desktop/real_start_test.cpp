// An application that is slow to start is read as if it had been there.
#include "catch.hpp"
#include "desktop/fixture.hpp"
#include "desktop/mcp_process.hpp"
#include "desktop/tool_arguments.hpp"

using namespace secondseat::stage;
using Json = nlohmann::json;

TEST_CASE("Rule 5: an application that reaches the accessibility bus 4 s late is read, by its number and by its name") {
  const Stage stage;
  McpProcess agent(stage);
  const Fixture fixture(stage, Toolkit::gtk3, {"--start-delay", "4"}, Begin::process);
  auto by_name = quick_read(fixture);
  by_name["app"] = "GTK3_fixture";

  const auto one = agent.start("get_app_state", quick_read(fixture));
  const auto other = agent.start("get_app_state", by_name);
  const auto listed = text_of(agent.call("list_apps", Json::object()));
  const auto read_by_number = agent.reply(one);
  const auto read_by_name = agent.reply(other);

  CHECK(listed.find("pid:" + std::to_string(fixture.pid())) == std::string::npos);
  CAPTURE(text_of(read_by_number), text_of(read_by_name));
  CHECK(read_by_number["isError"] == false);
  CHECK(read_by_name["isError"] == false);
  CHECK(text_of(read_by_name).find("push button \"Count\"") != std::string::npos);
  CHECK(agent.questions() == 1);
}

TEST_CASE("A name that nothing has is answered at once also while an application starts") {
  const Stage stage;
  McpProcess agent(stage);
  const Fixture running(stage, Toolkit::gtk3);
  const Fixture starting(stage, Toolkit::gtk3, {"--start-delay", "60"}, Begin::process);
  auto mistyped = quick_read(running);
  mistyped["app"] = "gtk3_fixtrue";

  const auto answer = agent.reply(agent.start("get_app_state", mistyped), std::chrono::milliseconds{1500});

  CHECK(answer["isError"] == true);
  CHECK(text_of(answer).find("Running: ") != std::string::npos);
}
