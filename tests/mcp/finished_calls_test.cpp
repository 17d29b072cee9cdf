#include "mcp/finished_calls.hpp"

#include "catch.hpp"

using namespace secondseat;

TEST_CASE("Rule 2: 64 finished actions are remembered, the oldest is forgotten first") {
  mcp::FinishedCalls finished;
  for (int id = 0; id <= 64; ++id) finished.remember(std::to_string(id), "click", rpc::Reply(std::to_string(id)));
  CHECK_FALSE(finished.find("0", "click"));
  for (int id = 1; id <= 64; ++id) CHECK(finished.find(std::to_string(id), "click")->value() == std::to_string(id));
}

TEST_CASE("Rule 2: an id that comes again with other arguments is an error") {
  mcp::FinishedCalls finished;
  finished.remember("1", "click 4", rpc::Reply("{}"));
  const auto found = finished.find("1", "click 5");
  REQUIRE(found);
  CHECK(found->error().code == rpc::code::invalid_request);
}
