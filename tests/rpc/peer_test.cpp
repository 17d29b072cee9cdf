#include "rpc/peer.hpp"

#include "catch.hpp"
#include "peer_harness.hpp"

using namespace secondseat;
using namespace secondseat::test;
using Lines = std::vector<std::string>;

TEST_CASE("a request is answered once, under its id as it came") {
  PeerHarness session;

  CHECK(session.exchange(R"({"jsonrpc":"2.0","id":"\u0061","method":"echo","params":{"x":1}})") ==
        Lines{R"({"jsonrpc":"2.0","id":"\u0061","result":{"x":1}})"});
  CHECK(session.exchange(request("18446744073709551616", "refuse")) ==
        Lines{error("18446744073709551616", -32001, "refused")});
  CHECK(session.peer.in_flight() == 0);
}

TEST_CASE("requests run side by side and are answered as they end") {
  PeerHarness session;
  session.say(request("1", "wait"));
  session.say(request("2", "wait"));
  session.say(request("3", "echo"));

  session.handler.release("2");
  session.settle();
  session.handler.release("1");
  session.settle();

  CHECK(session.heard() == Lines{result("3"), result("2"), result("1")});
}

TEST_CASE("an id that is in flight is refused and its first request goes on") {
  PeerHarness session;
  session.say(request(R"("a")", "wait"));

  const auto duplicate = session.exchange(request(R"("\u0061")", "wait"));
  session.handler.release(R"("a")");
  session.settle();

  CHECK(duplicate == Lines{error(R"("\u0061")", -32600, "duplicate id: a request with it is in flight")});
  CHECK(session.heard() == Lines{result(R"("a")")});
  CHECK(session.handler.started == Lines{R"("a")"});
}

TEST_CASE("an id may come again once it was answered, and 1 is not the string 1") {
  PeerHarness session;
  session.say(request("1", "wait"));

  CHECK(session.exchange(request(R"("1")", "echo")) == Lines{result(R"("1")")});
  CHECK(session.exchange(request(R"("1")", "echo")) == Lines{result(R"("1")")});
  CHECK(session.peer.in_flight() == 1);
}

TEST_CASE("a cancelled request is stopped and gets no reply") {
  PeerHarness session;
  session.say(request("1", "wait"));

  session.say(cancel("1"));
  session.handler.release("1");
  session.settle();

  CHECK(session.heard().empty());
  CHECK(session.handler.unwound == Lines{"1"});
  CHECK(session.peer.in_flight() == 0);
}

TEST_CASE("a cancelled request gets no reply even if it ignores STOP and goes on to its end") {
  PeerHarness session;
  session.say(request("1", "stubborn"));

  session.say(cancel("1"));
  session.handler.release("1");
  session.settle();

  CHECK(session.heard().empty());
  CHECK(session.handler.unwound.empty());
}

TEST_CASE("the id of a cancelled request may come again while the first still unwinds") {
  PeerHarness session;
  session.say(request("1", "stubborn"));
  session.say(cancel("1"));

  const auto second = session.exchange(request("1", "echo"));
  session.handler.release("1");
  session.settle();

  CHECK(second == Lines{result("1")});
  CHECK(session.heard().empty());
}

TEST_CASE("late, unknown, double and nonsensical cancels are ignored") {
  PeerHarness session;
  session.say(request("1", "echo"));
  session.say(request("2", "wait"));
  session.heard();

  session.say(cancel("1"));
  session.say(cancel("99"));
  session.say(cancel(R"("2")"));
  session.say(cancel("[2]"));
  session.say(R"({"jsonrpc":"2.0","method":"cancel"})");
  const auto heard = session.heard();
  session.say(cancel("2"));
  session.say(cancel("2"));

  CHECK(heard.empty());
  CHECK(session.heard().empty());
  CHECK(session.handler.unwound == Lines{"2"});
}

TEST_CASE("an answer that was sent before its cancel stays one answer") {
  PeerHarness session;
  session.say(request("1", "wait"));

  session.handler.release("1");
  session.transport.say(cancel("1"));
  session.settle();

  CHECK(session.heard().size() <= 1);
  CHECK(session.peer.in_flight() == 0);
}

TEST_CASE("a handler that throws is an internal error without detail") {
  PeerHarness session;

  CHECK(session.exchange(request("1", "throw")) == Lines{error("1", -32603, "internal error")});
  session.say(request("2", "throw_later"));
  session.handler.release("2");
  session.settle();

  CHECK(session.heard() == Lines{error("2", -32603, "internal error")});
  CHECK(session.log == Lines{"event=request_handler_failed", "event=request_handler_failed"});
  CHECK(session.exchange(request("3", "echo")) == Lines{result("3")});
}

TEST_CASE("a notification gets no reply, even if its handler throws") {
  PeerHarness session;

  CHECK(session.exchange(R"({"jsonrpc":"2.0","method":"unknown"})").empty());
  CHECK(session.exchange(R"({"jsonrpc":"2.0","method":"throw"})").empty());
  CHECK(session.handler.notified == Lines{"unknown", "throw"});
  CHECK(session.log == Lines{"event=notification_handler_failed"});
}

TEST_CASE("lines that are no message get one error each and the session lives") {
  PeerHarness session;

  CHECK(session.exchange("nonsense").size() == 1);
  CHECK(session.exchange("\xFF").size() == 1);
  CHECK(session.exchange("[" + request("1", "echo") + "]") ==
        Lines{error("null", -32600, "batches are not supported")});
  session.transport.say_too_large();
  session.settle();
  CHECK(session.heard() == Lines{error("null", -32600, "the line is too long")});
  CHECK(session.exchange(request("1", "echo")) == Lines{result("1")});
  CHECK(session.handler.started == Lines{"1"});
}

TEST_CASE("there is a bound to requests in flight and it is told") {
  PeerHarness session;
  for (std::size_t id = 0; id < rpc::Peer::max_in_flight; ++id)
    session.transport.say(request(std::to_string(id), "wait"));
  session.settle();

  const auto refused = session.exchange(request("99999", "echo"));
  session.handler.release("7");
  session.settle();
  const auto released = session.heard();

  CHECK(refused == Lines{error("99999", -32000, "too many requests in flight")});
  CHECK(released == Lines{result("7")});
  CHECK(session.exchange(request("99999", "echo")) == Lines{result("99999")});
}
