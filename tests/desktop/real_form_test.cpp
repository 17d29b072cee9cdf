// A whole form, selected words and waiting, through the whole program and real toolkits.
#include "catch.hpp"
#include "desktop/fixture.hpp"
#include "desktop/mcp_process.hpp"
#include "desktop/tool_arguments.hpp"

using namespace secondseat::stage;
using Json = nlohmann::json;

namespace {

Json step(const char* tool, int element) {
  Json made;
  made["tool"] = tool;
  made["element_index"] = element;
  return made;
}

}  // namespace

TEST_CASE("A form is filled and sent in one call, each step with its outcome") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const Stage stage;
  Fixture fixture(stage, toolkit);
  McpProcess agent(stage);
  const auto text = text_of(agent.call("get_app_state", app(fixture)));
  auto name = step("set_value", element_in(text, "text", "Name"));
  name["value"] = "Ada Lovelace";
  auto amount = step("set_value", element_in(text, "spin button", "Amount"));
  amount["value"] = "42";
  auto disabled = step("set_value", element_in(text, "text", "Disabled entry"));
  disabled["value"] = "x";
  const auto count = element_in(text, "push button", "Count");
  auto arguments = app(fixture);
  arguments["state"] = state_in(text);
  arguments["steps"] = Json::array({name, amount, step("click", count), disabled, step("click", count)});

  const auto result = agent.call("perform_actions", arguments);

  const auto answer = text_of(result);
  CAPTURE(answer);
  CHECK(answer.starts_with("3 of 5 steps done\nstep 1 · outcome: confirmed · evidence: value_readback"));
  CHECK(answer.find("step 4 · outcome: refused") != std::string::npos);
  CHECK(answer.find("~ ") != std::string::npos);
  CHECK(result["isError"] == true);
  CHECK(fixture.value("name_entry") == "Ada Lovelace");
  CHECK(fixture.value("amount_spin") == 42.0);
  fixture.wait_for_counter("count_button.clicked", 1);
  const auto again = text_of(agent.call("perform_actions", arguments));
  CHECK(again.starts_with("0 of 5 steps done"));
  CHECK(fixture.counter("count_button.clicked") == 1);
}

TEST_CASE("Words are selected in a real text, counted in characters, and read back") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const Stage stage;
  Fixture fixture(stage, toolkit);
  McpProcess agent(stage);
  auto arguments = app(fixture);
  auto text = text_of(agent.call("get_app_state", arguments));
  arguments["state"] = state_in(text);
  arguments["element_index"] = element_in(text, "text", "Name");
  auto set = arguments;
  set["value"] = "Grüße an 世界, 世界";
  text = text_of(agent.call("set_value", set));
  arguments["state"] = state_in(text);
  arguments["text"] = "世界";
  const auto twice = text_of(agent.call("select_text", arguments));
  CHECK(twice.find("2 times") != std::string::npos);
  arguments["prefix"] = "an ";

  const auto selected = text_of(agent.call("select_text", arguments));

  CAPTURE(selected);
  CHECK(selected.starts_with("outcome: confirmed · evidence: selection · route: text"));
  CHECK(selected.find("selected text \"世界\"") != std::string::npos);
  CHECK(fixture.value("name_entry") == "Grüße an 世界, 世界");
}

TEST_CASE("wait_for notices what an application does meanwhile") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const Stage stage;
  Fixture fixture(stage, toolkit);
  McpProcess agent(stage);
  agent.call("get_app_state", app(fixture));
  auto arguments = app(fixture);
  arguments["text"] = "All done";
  const auto id = agent.start("wait_for", arguments);
  fixture.send("relabel count_button All done");
  const auto answer = text_of(agent.reply(id));
  CAPTURE(answer);
  CHECK(answer.starts_with("wait: met\n"));
  CHECK(answer.find("All done") != std::string::npos);
}
