// A client may die at any byte: what is done is what complete lines asked for, and nothing else. The server runs inside the test
// here, over a socket and in virtual time, so that the desktop itself says what reached it.
#include <sys/socket.h>
#include <asio/buffer.hpp>
#include <asio/experimental/as_tuple.hpp>
#include <asio/local/stream_protocol.hpp>
#include <asio/use_awaitable.hpp>
#include <asio/write.hpp>

#include "app/noise.hpp"
#include "async/ax_queue.hpp"
#include "async/scope.hpp"
#include "async/virtual_time.hpp"
#include "catch.hpp"
#include "desktop/scripted/scripted_desktop.hpp"
#include "desktop/scripted/scripted_identities.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/forgetful_journal.hpp"
#include "executor/live_connection.hpp"
#include "mcp/serve.hpp"
#include "rpc/stdio.hpp"

using namespace secondseat;
using namespace secondseat::test;

namespace {

constexpr auto no_throw = asio::experimental::as_tuple(asio::use_awaitable);

struct Sockets {
  base::Fd client, server_in, server_out;
};

Sockets connected() {
  int ends[2] = {-1, -1};
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
  return {base::Fd(ends[0]), base::Fd(ends[1]), base::Fd(::dup(ends[1]))};
}

/// A client that says the first bytes of a session and then is gone. Loop only.
class DyingClient {
 public:
  DyingClient(asio::any_io_executor loop, base::Fd end, std::size_t life)
      : socket_(std::move(loop), asio::local::stream_protocol(), end.release()), left_(life) {}

  Task<void> run() {
    const auto session = recorded_session(std::string(state_length, '?'));
    const auto answer = session.find(R"({"jsonrpc":"2.0","id":1,"result")");
    const auto click = session.find('\n', answer) + 1;
    co_await say(session.substr(0, answer));
    co_await hear("elicitation/create");
    co_await say(session.substr(answer, click - answer));
    co_await hear(R"("id":2,)");
    co_await say(recorded_session(state_heard()).substr(click));
    co_await hear(R"("id":3,)");
    socket_.close();
  }
  const std::string& heard() const { return heard_; }

  static constexpr std::size_t state_length = 20;  // "s:", 16 digits, ":", 1 digit

 private:
  Task<void> say(std::string bytes) {
    bytes.resize(std::min(bytes.size(), left_));
    left_ -= bytes.size();
    co_await asio::async_write(socket_, asio::buffer(bytes), no_throw);
  }
  /// Waits for this text; one that has died waits for nothing.
  Task<void> hear(std::string text) {
    std::string chunk(4096, '\0');
    while (left_ > 0 && heard_.find(text) == std::string::npos) {
      const auto [error, size] = co_await socket_.async_read_some(asio::buffer(chunk), no_throw);
      if (error) co_return;
      heard_.append(chunk, 0, size);
    }
  }
  std::string state_heard() const {
    const auto at = heard_.find("state s:");
    return at == heard_.npos ? std::string(state_length, '?') : heard_.substr(at + 6, state_length);
  }

  asio::local::stream_protocol::socket socket_;
  std::size_t left_;
  std::string heard_;
};

/// How many actions reached the desktop of a client that died after so many bytes.
std::size_t dispatched_after(std::size_t bytes) {
  async::TestLoop loop;
  scripted::ScriptedDesktop desktop(scripted::notes_world(), loop.clock());
  scripted::ScriptedIdentities identities(desktop.world());
  async::AxQueue queue(loop.executor(), async::AxQueue::OnLoop{});
  executor::ForgetfulJournal journal;
  executor::LiveConnection connection(loop.executor(), {queue, desktop, identities, loop.clock(), journal}, {});
  auto sockets = connected();
  DyingClient client(loop.executor(), std::move(sockets.client), bytes);
  auto transport =
      rpc::StdioTransport::create(loop.executor(), std::move(sockets.server_in), std::move(sockets.server_out)).value();

  auto talk = [&client](StopToken) { return client.run(); };
  auto both = [&](async::Scope& scope) -> Task<void> {
    scope.spawn(talk);
    co_await mcp::serve(*transport, connection, loop.clock());
  };
  auto body = [&]() -> Task<void> {
    co_await async::with_scope(both);
    co_await connection.close();
  };
  loop.run(body);
  return desktop.log().size();
}

}  // namespace

TEST_CASE("nothing is dispatched for a client that died before the end of its line") {
  const auto whole = recorded_session(std::string(DyingClient::state_length, '?')).size();

  for (std::size_t bytes = 0; bytes < whole; ++bytes) {
    CAPTURE(bytes, whole);
    CHECK(dispatched_after(bytes) == 0);
  }
  CHECK(dispatched_after(whole + 1) == 1);  // alive to hear the answer
}
