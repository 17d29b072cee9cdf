// Rule 4 against real toolkits, which say "true" to everything.
#include "catch.hpp"
#include "desktop/fixture.hpp"
#include "desktop/mcp_process.hpp"
#include "desktop/tool_arguments.hpp"

using namespace secondseat::stage;
using Json = nlohmann::json;

namespace {

struct Try {
  const char* role;
  const char* name;
  const char* value;
  const char* outcome;
  const char* widget;
  Json holds;
};

}  // namespace

TEST_CASE("Rule 4: set_value reports what each kind of widget really did") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const Stage stage;
  Fixture fixture(stage, toolkit);
  McpProcess agent(stage);
  const std::vector<Try> tries{
      {"text", "Name", "Ada Lovelace", "outcome: confirmed · evidence: value_readback", "name_entry", "Ada Lovelace"},
      {"text", "Read-only", "x", "outcome: refused", "read_only_entry", "fixed"},
      {"text", "Short", "1234567890", "outcome: unverified · evidence: value_readback", "short_entry", "12345"},
      {"text", "Disabled entry", "x", "outcome: refused", "disabled_entry", "off"},
      {"spin button", "Amount", "42", "outcome: confirmed · evidence: value_readback", "amount_spin", 42.0},
      {"spin button", "Amount", "1000", "outcome: refused", "amount_spin", 42.0},
      {"password text", "Password", "secret", "outcome: unverified", "password_entry.length", 6},
  };
  for (const auto& row : tries) {
    const auto text = text_of(agent.call("get_app_state", quick_read(fixture)));
    CAPTURE(row.name, row.value, text);
    auto arguments = on_element(fixture, text, row.role, row.name);
    arguments["value"] = row.value;
    const auto answer = text_of(agent.call("set_value", arguments));
    CAPTURE(answer);
    CHECK(answer.starts_with(row.outcome));
    CHECK(fixture.value(row.widget) == row.holds);
    CHECK(answer.find("secret") == std::string::npos);
  }
}
