// Every kind of text through set_value into real fields of both toolkits. The field itself is the witness.
#include <fstream>

#include "catch.hpp"
#include "desktop/fixture.hpp"
#include "desktop/mcp_process.hpp"
#include "desktop/tool_arguments.hpp"

using namespace secondseat::stage;
using Json = nlohmann::json;

namespace {

struct Field {
  const char* name;
  const char* widget;
};

/// Shared with scripts/golden, which tries the same in applications that are not in every test run.
Json all_kinds() {
  std::ifstream file(SS_UNICODE_KINDS);
  return Json::parse(file);
}

}  // namespace

TEST_CASE("set_value puts every kind of text into a field exactly, and the field says so") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const auto field = GENERATE(Field{"Name", "name_entry"}, Field{"Notes", "notes_view"});
  const Stage stage;
  const Fixture fixture(stage, toolkit);
  McpProcess agent(stage);
  for (const auto& kind : all_kinds()) {
    const auto text = text_of(agent.call("get_app_state", quick_read(fixture)));
    auto arguments = on_element(fixture, text, "text", field.name);
    arguments["value"] = kind["text"];

    const auto answer = text_of(agent.call("set_value", arguments));

    CAPTURE(field.name, kind.dump(), answer);
    CHECK(fixture.value(field.widget) == kind["text"]);
    CHECK(answer.starts_with("outcome: confirmed · evidence: value_readback"));
  }
}
