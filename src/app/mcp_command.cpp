#include "app/mcp_command.hpp"

#include <csignal>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>
#include <asio/experimental/as_tuple.hpp>
#include <asio/signal_set.hpp>
#include <asio/this_coro.hpp>
#include <asio/use_awaitable.hpp>

#include "async/clock.hpp"
#include "async/scope.hpp"
#include "base/fd.hpp"
#include "base/try.hpp"
#include "mcp/serve.hpp"
#include "rpc/standard_streams.hpp"
#include "rpc/stdio.hpp"
#include "secondseat/run.hpp"

namespace secondseat::app {
namespace {

constexpr int could_not_serve = 2;

void explain_to_a_person() {
  fmt::print(stderr,
             "secondseat mcp talks to an MCP client on standard input and output, not to people.\n"
             "Name it in your client's configuration: command \"secondseat\", arguments [\"mcp\"].\n"
             "It ends at end of input (Ctrl-D).\n");
}

struct StandardStreams {
  base::Fd in, out;
};

Result<StandardStreams> claim_standard_streams() {
  if (::isatty(STDIN_FILENO) == 1) explain_to_a_person();
  StandardStreams claimed;
  SS_TRY(claimed.out, rpc::claim_stdout());
  SS_TRY(claimed.in, rpc::claim_stdin());
  return claimed;
}

/// Both signals mean: the client wants the server gone.
Task<void> stop_on_signal(async::Scope& scope) {
  constexpr auto no_throw = asio::experimental::as_tuple(asio::use_awaitable);
  asio::signal_set signals(scope.loop(), SIGTERM, SIGINT);
  co_await signals.async_wait(no_throw);
  scope.stop();
}

Task<void> serve_until_the_end(rpc::Transport& transport, Connection& connection) {
  async::SystemClock clock;
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
}

Task<Result<void>> serve_one_client(StandardStreams& claimed, Connection& connection) {
  const auto loop = co_await asio::this_coro::executor;
  CO_TRY(const auto transport, rpc::StdioTransport::create(loop, std::move(claimed.in), std::move(claimed.out)));
  co_await serve_until_the_end(*transport, connection);
  co_return Result<void>();
}

Result<void> serve(const std::string& desktop) {
  SS_TRY(auto claimed,
         claim_standard_streams());  // before anything opens a descriptor that could be taken for one of them
  auto work = [&claimed](Connection& connection) { return serve_one_client(claimed, connection); };
  return run_with_connection(desktop, std::move(work));
}

}  // namespace

int run_mcp(const McpOptions& options) {
  const auto served = serve(options.desktop);
  if (served) return 0;
  fmt::print(stderr, "secondseat mcp: {}\n", served.error().describe());
  return could_not_serve;
}

}  // namespace secondseat::app
