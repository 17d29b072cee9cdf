// How whole windows are told, compared with texts that a person has compared with the windows.
#include "catch.hpp"
#include "desktop/arrivals.hpp"
#include "desktop/fixture.hpp"
#include "desktop/golden_state.hpp"
#include "desktop/mcp_process.hpp"
#include "desktop/tool_arguments.hpp"

using namespace secondseat::stage;
using Json = nlohmann::json;

namespace {

Json app_of(pid_t pid) {
  Json arguments;
  arguments["app"] = "pid:" + std::to_string(pid);
  return arguments;
}

/// Read when it has become quiet, as text alone: whether there is a picture is no business of the elements.
std::string whole_state(McpProcess& agent, pid_t pid) {
  auto quiet = app_of(pid);
  quiet["idle"] = true;
  agent.call("wait_for", quiet);
  auto whole = app_of(pid);
  whole["full"] = true;
  whole["screenshot"] = false;
  return text_of(agent.call("get_app_state", whole));
}

}  // namespace

TEST_CASE("Golden state: the fixture in GTK 3 and in GTK 4") {
  const auto [toolkit, name] =
      GENERATE(std::pair(Toolkit::gtk3, "gtk3_fixture"), std::pair(Toolkit::gtk4, "gtk4_fixture"));
  const Stage stage;
  const Fixture fixture(stage, toolkit);
  McpProcess agent(stage);

  const auto state = normalised(whole_state(agent, fixture.pid()));

  CHECK(difference_to_golden(name, state) == "");
}

TEST_CASE("Golden state: Mousepad") {
  const Stage stage;
  Arrivals arrivals(stage);
  const auto mousepad = stage.start({"mousepad", "--disable-server"}, "mousepad.log");
  arrivals.wait_for_window(Limit(std::chrono::seconds{30}));
  McpProcess agent(stage);

  const std::string said_to_root_only = "Warning: you are using the root account";
  const auto state = normalised(whole_state(agent, mousepad.pid()), {said_to_root_only});

  CHECK(difference_to_golden("mousepad", state) == "");
}

TEST_CASE("The difference of two texts shows what is missing and what is new in its place") {
  CHECK(line_diff("a\nb\nc\n", "a\nx\nc\nd\n") == "  a\n- b\n+ x\n  c\n+ d\n");
  CHECK(line_diff("", "a\n") == "+ a\n");
}

TEST_CASE("What differs from run to run is no part of a golden state") {
  const auto state = normalised(
      "state s:00ff:12 · Notes (pid 7) · window \"N\" 640×480\nfocus: element 9\n0 frame \"N\"\n  9 text \"9 lives\"\n"
      "  10 label \"as root\"\n… 12 more elements not listed: 10 rows below row 9, 2 off screen\n",
      {"as root"});

  CHECK(state ==
        "state ID · Notes (pid PID) · window \"N\" W×H\nfocus: element ID\n# frame \"N\"\n  # text \"9 lives\"\n"
        "… N more elements not listed: 10 rows below row 9, N off screen\n");
}
