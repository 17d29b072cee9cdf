// The whole line through real parts: MCP client, server process, bus, toolkit, widget. The application is the witness.
#include <algorithm>

#include "catch.hpp"
#include "desktop/fixture.hpp"
#include "desktop/mcp_process.hpp"
#include "desktop/tool_arguments.hpp"

using namespace secondseat::stage;
using Json = nlohmann::json;

TEST_CASE("List, read, consent, click: the button was pressed once") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const Stage stage;
  Fixture fixture(stage, toolkit);
  McpProcess agent(stage);

  const auto listed = text_of(agent.call("list_apps", Json::object()));
  CHECK(listed.find("pid:" + std::to_string(fixture.pid())) != std::string::npos);

  const auto read = agent.call("get_app_state", app(fixture));
  const auto text = text_of(read);
  CAPTURE(text);
  CHECK(agent.questions() == 1);
  CHECK(fixture.untouched());
  REQUIRE(read["content"].size() == 2);
  CHECK(read["content"][1]["mimeType"] == "image/png");

  const auto click = text_of(agent.call("click", on_element(fixture, text, "push button", "Count")));
  CAPTURE(click);
  fixture.wait_for_counter("count_button.clicked", 1);
  CHECK(click.starts_with("outcome: "));
  CHECK(click.find("action click") != std::string::npos);
  CHECK(agent.questions() == 1);
  CHECK(agent.close().success());
  CHECK(fixture.counter("count_button.clicked") == 1);
}

TEST_CASE("Rule 1: a denied application is not touched, not even read") {
  const Stage stage;
  const Fixture fixture(stage, Toolkit::gtk3);
  McpProcess agent(stage, "deny");

  const auto read = agent.call("get_app_state", app(fixture));

  CHECK(read["isError"] == true);
  CHECK(text_of(read).find("declined") != std::string::npos);
  CHECK(fixture.untouched());
}

TEST_CASE("A modal dialog is read instead of the window it blocks") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const Stage stage;
  Fixture fixture(stage, toolkit);
  McpProcess agent(stage);
  const auto text = text_of(agent.call("get_app_state", app(fixture)));

  const auto opened = text_of(agent.call("click", on_element(fixture, text, "push button", "Open dialog")));

  CAPTURE(opened);
  CHECK(opened.find("evidence: window_change") != std::string::npos);
  CHECK(opened.find("modal dialog") != std::string::npos);
}

TEST_CASE("A minimised window is read, and a sentence says why there is no picture") {
  const Stage stage({WindowManager::openbox});
  Fixture fixture(stage, Toolkit::gtk3);
  McpProcess agent(stage);
  fixture.send("minimise");

  const auto read = agent.call("get_app_state", app(fixture));

  CAPTURE(text_of(read));
  CHECK(read["isError"] == false);
  CHECK(read["content"].size() == 1);
  CHECK(text_of(read).find("no screenshot: ") != std::string::npos);
}

TEST_CASE("A list of 2,000 rows is bounded, and the rest is counted") {
  const Stage stage;
  const Fixture fixture(stage, Toolkit::gtk3);
  McpProcess agent(stage);

  const auto text = text_of(agent.call("get_app_state", app(fixture)));

  CHECK(text.size() < 80'000);
  CHECK(text.find("list box \"Rows\" (rows 0–") != std::string::npos);
  CHECK(text.find(" of 2000)") != std::string::npos);
  CHECK(text.find("more elements not listed") != std::string::npos);
}

TEST_CASE("A window of more elements than are listed is bounded, and says by which bound") {
  const auto [widgets, bound] =
      GENERATE(std::pair("4500", "beyond the bound on text"), std::pair("6000", "beyond the bound on elements"));
  const Stage stage;
  const Fixture fixture(stage, Toolkit::gtk3, {"--rows", "0", "--widgets", widgets});
  McpProcess agent(stage);
  const auto id = agent.start("get_app_state", quick_read(fixture));

  const auto text = text_of(agent.reply(id, std::chrono::seconds{60}));

  CHECK(text.size() < 80'000);
  CHECK(text.find("push button \"Count\"") != std::string::npos);
  CHECK(text.find("panel \"Cells\"") != std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '\n') > 1000);
  CAPTURE(text.substr(text.rfind("…")));
  CHECK(text.find(bound) != std::string::npos);
}
