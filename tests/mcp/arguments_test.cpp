#include "mcp/arguments.hpp"

#include "catch.hpp"
#include "mcp/tools.hpp"

using namespace secondseat;
using Json = nlohmann::json;

namespace {

Result<void> check(std::string_view tool, const char* arguments) {
  return mcp::check_arguments(mcp::find_tool(tool)->schema, Json::parse(arguments));
}

}  // namespace

TEST_CASE("Good arguments pass, an element as a number or as its digits") {
  CHECK(check("list_apps", "{}"));
  CHECK(check("get_app_state", R"({"app":"Mousepad","full":true,"expand":"12"})"));
  CHECK(check("click", R"({"app":"Mousepad","state":"s:1:2","element_index":0})"));
  CHECK(check("click", R"({"app":"Mousepad","state":"s:1:2","element_index":"999999999"})"));
}

TEST_CASE("Bad arguments are refused in the words of the schema") {
  const auto* arguments = GENERATE(
      R"({"state":"s:1:2","element_index":0})", R"({"app":"","state":"s:1:2","element_index":0})",
      R"({"app":"Mousepad","element_index":0})", R"({"app":"Mousepad","state":"s:1:2","x":-1,"y":0})",
      R"({"app":"Mousepad","state":"s:1:2","element_index":1.5})",
      R"({"app":"Mousepad","state":"s:1:2","element_index":-1})",
      R"({"app":"Mousepad","state":"s:1:2","element_index":1e300})",
      R"({"app":"Mousepad","state":"s:1:2","element_index":18446744073709551615})",
      R"({"app":"Mousepad","state":"s:1:2","element_index":"1x"})",
      R"({"app":"Mousepad","state":"s:1:2","element_index":""})",
      R"({"app":"Mousepad","state":"s:1:2","element_index":"1234567890"})",
      R"({"app":"Mousepad","state":"s:1:2","element_index":null})", R"({"app":"Mousepad","state":7,"element_index":1})",
      R"({"app":["Mousepad"],"state":"s:1:2","element_index":1})",
      R"({"app":"Mousepad","state":"s:1:2","element_index":1,"z":3})", R"([])", R"("click")");
  const auto checked = check("click", arguments);
  REQUIRE_FALSE(checked);
  CHECK(checked.error().layer == Layer::client);
  CHECK(checked.error().code == ErrorCode::invalid_argument);
}

TEST_CASE("A missing state is told what to pass") {
  const auto checked = check("click", R"({"app":"Mousepad","element_index":0})");
  REQUIRE_FALSE(checked);
  CHECK(checked.error().describe().find("get_app_state") != std::string::npos);
}
