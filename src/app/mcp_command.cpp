#include "app/mcp_command.hpp"

#include <csignal>

#include <fmt/format.h>
#include <unistd.h>
#include <asio/co_spawn.hpp>
#include <asio/experimental/as_tuple.hpp>
#include <asio/io_context.hpp>
#include <asio/signal_set.hpp>
#include <asio/use_awaitable.hpp>

#include "app/backend.hpp"
#include "async/clock.hpp"
#include "async/scope.hpp"
#include "base/try.hpp"
#include "executor/live_connection.hpp"
#include "mcp/serve.hpp"
#include "rpc/standard_streams.hpp"
#include "rpc/stdio.hpp"

namespace secondseat::app {
namespace {

constexpr int could_not_start = 2;

void explain_to_a_person() {
  fmt::print(stderr,
             "secondseat mcp talks to an MCP client on standard input and output, not to people.\n"
             "Name it in your client's configuration: command \"secondseat\", arguments [\"mcp\"].\n"
             "It ends at end of input (Ctrl-D).\n");
}

Result<std::unique_ptr<rpc::StdioTransport>> open_stdio(asio::any_io_executor loop) {
  if (::isatty(STDIN_FILENO) == 1) explain_to_a_person();
  SS_TRY(auto out, rpc::claim_stdout());
  SS_TRY(auto in, rpc::claim_stdin());
  return rpc::StdioTransport::create(std::move(loop), std::move(in), std::move(out));
}

/// Both signals mean: the client wants the server gone.
Task<void> stop_on_signal(async::Scope& scope) {
  constexpr auto no_throw = asio::experimental::as_tuple(asio::use_awaitable);
  asio::signal_set signals(scope.loop(), SIGTERM, SIGINT);
  co_await signals.async_wait(no_throw);
  scope.stop();
}

/// Nobody stops this coroutine from outside, so what follows the scope always runs.
Task<void> serve_one_client(rpc::Transport& transport, Backend& backend, Clock& clock) {
  executor::LiveConnection connection(
      backend.queue->loop(), {*backend.queue, *backend.desktop, *backend.identities, clock, *backend.journal}, {});
  auto session = [&](async::Scope& scope) -> Task<void> {
    auto watch = [&scope](StopToken) { return stop_on_signal(scope); };
    auto serve = [&](StopToken) -> Task<void> {
      co_await mcp::serve(transport, connection, clock);
      scope.stop();
    };
    scope.spawn(std::move(watch));
    scope.spawn(std::move(serve));
    co_return;
  };
  co_await async::with_scope(std::move(session));
  co_await connection.close();
  co_await backend.close();
}

}  // namespace

int run_mcp(const McpOptions& options) {
  asio::io_context io(1);
  async::SystemClock clock;
  auto transport = open_stdio(io.get_executor());
  auto backend = open_backend(options.desktop, io.get_executor(), clock);
  for (const auto* why : {transport ? nullptr : &transport.error(), backend ? nullptr : &backend.error()}) {
    if (why == nullptr) continue;
    fmt::print(stderr, "secondseat mcp: {}\n", why->describe());
    return could_not_start;
  }
  auto serve = [&]() { return serve_one_client(**transport, *backend, clock); };
  auto end = [](std::exception_ptr failure) {
    if (failure) std::rethrow_exception(failure);  // a bug: end loudly
  };
  asio::co_spawn(io, std::move(serve), std::move(end));
  io.run();
  return 0;
}

}  // namespace secondseat::app
