// How a session ends, and the requests that go the other way.
#include "catch.hpp"
#include "peer_harness.hpp"

using namespace secondseat;
using namespace secondseat::test;
using Lines = std::vector<std::string>;

TEST_CASE("when the client hangs up every request is stopped, awaited and answered") {
  PeerHarness session;
  session.say(request("1", "wait"));
  session.say(request("2", "stubborn"));

  session.transport.hang_up();
  session.settle();
  const auto before = session.ended;
  session.handler.release("2");
  session.settle();

  CHECK_FALSE(before);
  CHECK(session.ended);
  CHECK(session.heard() == Lines{error("1", -32000, "stopped: the connection is closing"), result("2")});
  CHECK(session.handler.unwound == Lines{"1"});
}

TEST_CASE("lines that were said before hanging up are answered") {
  PeerHarness session;

  session.transport.say(request("1", "echo"));
  session.transport.say(request("2", "echo"));
  session.transport.hang_up();
  session.settle();

  CHECK(session.ended);
  CHECK(session.heard() == Lines{result("1"), result("2")});
}

TEST_CASE("a client that does not read holds up the end for a second and no longer") {
  PeerHarness session;
  const auto start = session.loop.clock().now();

  session.transport.block();
  session.transport.hang_up();
  session.settle();

  CHECK(session.ended);
  CHECK(session.loop.clock().now() - start == rpc::Peer::farewell);
}

TEST_CASE("STOP of the session unwinds every request") {
  PeerHarness session;
  session.say(request("1", "wait"));

  session.stop();
  session.settle();

  CHECK(session.ended);
  CHECK(session.handler.unwound == Lines{"1"});
  CHECK(session.heard() == Lines{error("1", -32000, "stopped: the connection is closing")});
}

TEST_CASE("a request of ours is answered by the client's result") {
  PeerHarness session;

  const auto asked = session.exchange(request("1", "ask"));
  const auto answered = session.exchange(R"({"jsonrpc":"2.0","id":1,"result":{"a":1}})");

  CHECK(asked == Lines{R"({"jsonrpc":"2.0","id":1,"method":"question","params":{}})"});
  CHECK(answered == Lines{result("1", R"({"a":1})")});
}

TEST_CASE("the client's error is told by kind and not in its words") {
  PeerHarness session;
  session.say(request("1", "ask"));
  session.say(request("2", "ask"));
  session.heard();

  session.say(error("1", -32601, "evil words"));
  session.say(error("2", -1, "evil words"));

  CHECK(session.heard() == Lines{error("1", -32001, "unsupported"), error("2", -32001, "unanswered")});
}

TEST_CASE("answers with an unknown id, a second answer and a malformed answer are ignored") {
  PeerHarness session;
  session.say(request("7", "ask"));
  session.heard();

  session.say(result("99"));
  session.say(result(R"("1")"));
  session.say(R"({"jsonrpc":"2.0","id":1,"result":{},"error":{}})");
  const auto ignored = session.heard();
  session.say(result("1", "true"));
  session.say(result("1", "false"));

  CHECK(ignored.empty());
  CHECK(session.heard() == Lines{result("7", "true")});
  CHECK(session.log.size() == 4);
}

TEST_CASE("a question whose request is cancelled is given up, and a late answer is ignored") {
  PeerHarness session;
  session.say(request("7", "ask"));
  session.heard();

  session.say(cancel("7"));
  session.say(result("1"));

  CHECK(session.handler.abandoned == Lines{"1"});
  CHECK(session.heard().empty());
}

TEST_CASE("a client that is gone answers no question") {
  PeerHarness session;
  session.say(request("7", "ask"));
  session.heard();

  session.transport.hang_up();
  session.settle();

  CHECK(session.ended);
  CHECK(session.heard().size() == 1);
}
