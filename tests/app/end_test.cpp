// The ways in which a session ends: the client hangs up, stops listening, or sends a signal; always soon, and with status 0.
#include <csignal>

#include "app/noise.hpp"
#include "app/server.hpp"
#include "catch.hpp"

using namespace secondseat;
using namespace secondseat::test;
using Catch::Matchers::Contains;

namespace {

constexpr Server::Budget soon{1000};

/// With a session that is open, and a question to the user that nobody answers.
Server with_an_open_question() {
  const auto session = recorded_session("s:0123456789abcdef:1");
  Server server(mcp_on_example());
  server.say(session.substr(0, session.find(R"({"jsonrpc":"2.0","id":1,"result")")));
  for (auto line = server.hear(); line.find("elicitation/create") == std::string::npos;) line = server.hear();
  return server;
}

}  // namespace

TEST_CASE("a signal ends an idle session soon") {
  const auto signal = GENERATE(SIGTERM, SIGINT);
  Server server(mcp_on_example());
  server.say(initialize_line(true));
  server.hear();

  CHECK(server.process().signal(signal));
  const auto ended = server.end(soon);

  CHECK(ended.status == base::ExitStatus{});
  CHECK(ended.out.empty());
  CHECK(ended.err.empty());
}

TEST_CASE("a signal ends a session soon while a question is open, and what was asked for is answered") {
  const auto signal = GENERATE(SIGTERM, SIGINT);
  auto server = with_an_open_question();

  CHECK(server.process().signal(signal));
  const auto ended = server.end(soon);

  CHECK(ended.status == base::ExitStatus{});
  CHECK(foreign_lines(ended.out).empty());
  CHECK_THAT(ended.out, Contains(R"("id":2,)"));
}

TEST_CASE("end of input ends a session soon while a question is open") {
  auto server = with_an_open_question();

  const auto ended = server.finish(soon);

  CHECK(ended.status == base::ExitStatus{});
  CHECK(foreign_lines(ended.out).empty());
  CHECK_THAT(ended.out, Contains(R"("id":2,)"));
}

TEST_CASE("a client that stops listening ends the session, and no signal kills the server") {
  auto server = with_an_open_question();

  server.close_out();
  const auto ended = server.end(soon);

  CHECK(ended.status == base::ExitStatus{});
  CHECK(ended.err.empty());
}

TEST_CASE("a client that stops listening in the middle of many answers ends the session") {
  Server server(mcp_on_example());
  server.say(initialize_line(false));
  for (int id = 0; id < 2000; ++id)
    server.say(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"tools/list"})" + "\n");
  server.hear();

  server.close_out();
  const auto ended = server.end(soon);

  CHECK(ended.status == base::ExitStatus{});
  CHECK(ended.err.empty());
}

TEST_CASE("a session on the pipe of a client that has gone before it began ends with status 0") {
  Server server(mcp_on_example());
  server.close_out();
  server.say(recorded_session("s:0123456789abcdef:1"));

  const auto ended = server.finish(soon);

  CHECK(ended.status == base::ExitStatus{});
}
