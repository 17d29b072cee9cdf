// Whatever comes in, only JSON-RPC goes out, and end of input is the end.
#include <cstdint>

#include "app/noise.hpp"
#include "app/server.hpp"
#include "catch.hpp"

using namespace secondseat::test;

namespace {

/// Survived, answered in JSON-RPC only, and ended with status 0.
void check_hostile_streams(std::uint32_t first, std::uint32_t last) {
  for (auto number = first; number <= last; ++number) {
    Server server(mcp_on_example());
    server.say(hostile_bytes(number));

    const auto ended = server.finish();

    CAPTURE(number, ended.err);
    CHECK(ended.status == secondseat::base::ExitStatus{});
    CHECK(foreign_lines(ended.out).empty());
    CHECK(ended.err.empty());
  }
}

}  // namespace

// 1,000 of them, in parts that run side by side.
TEST_CASE("hostile byte streams 1 to 250 are survived and answered in JSON-RPC only") { check_hostile_streams(1, 250); }
TEST_CASE("hostile byte streams 251 to 500 are survived and answered in JSON-RPC only") {
  check_hostile_streams(251, 500);
}
TEST_CASE("hostile byte streams 501 to 750 are survived and answered in JSON-RPC only") {
  check_hostile_streams(501, 750);
}
TEST_CASE("hostile byte streams 751 to 1,000 are survived and answered in JSON-RPC only") {
  check_hostile_streams(751, 1000);
}
