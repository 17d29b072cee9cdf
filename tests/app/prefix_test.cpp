// A client may die at any byte. What of it can be seen from outside; prefix_dispatch_test.cpp looks at what was done.
#include "app/noise.hpp"
#include "app/server.hpp"
#include "catch.hpp"

using namespace secondseat::test;

TEST_CASE("after every prefix of a session the server ends with status 0") {
  const auto session = recorded_session("s:0123456789abcdef:1");
  static constexpr std::size_t parts = 4;
  const auto part = GENERATE(range(std::size_t{0}, parts));

  for (auto size = part; size <= session.size(); size += parts) {
    Server server(mcp_on_example());
    server.say(session.substr(0, size));

    const auto ended = server.finish();

    CAPTURE(size, ended.err);
    CHECK(ended.status == secondseat::base::ExitStatus{});
    CHECK(foreign_lines(ended.out).empty());
    CHECK(ended.err.empty());
  }
}
