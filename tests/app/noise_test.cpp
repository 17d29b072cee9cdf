// Whatever comes in, only JSON-RPC goes out, and end of input is the end.
#include "app/noise.hpp"
#include "app/server.hpp"
#include "catch.hpp"

using namespace secondseat::test;

TEST_CASE("1,000 hostile byte streams are survived, answered in JSON-RPC only, and end with status 0") {
  constexpr std::uint32_t streams_a_part = 250;
  const auto first = GENERATE(0U, 1U, 2U, 3U) * streams_a_part;

  for (auto number = first; number < first + streams_a_part; ++number) {
    Server server(mcp_on_example());
    server.say(hostile_bytes(number));

    const auto ended = server.finish();

    CAPTURE(number, ended.err);
    CHECK(ended.status == secondseat::base::ExitStatus{});
    CHECK(foreign_lines(ended.out).empty());
    CHECK(ended.err.empty());
  }
}
