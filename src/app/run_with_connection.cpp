#include <exception>
#include <utility>

#include <asio/co_spawn.hpp>
#include <asio/io_context.hpp>

#include "app/backend.hpp"
#include "async/clock.hpp"
#include "async/settle.hpp"
#include "base/try.hpp"
#include "executor/live_connection.hpp"
#include "secondseat/run.hpp"

namespace secondseat {
namespace {

/// Begun inside a coroutine, so that what a `work` that is none throws at once is caught like the rest.
Task<Result<void>> begin(ConnectedWork& work, Connection& connection) { co_return co_await work(connection); }

/// Nobody stops this coroutine from outside, so what follows the work always runs.
Task<Result<void>> connect_and_work(app::Backend& backend, Clock& clock, ConnectedWork& work) {
  executor::LiveConnection connection(
      backend.queue->loop(),
      {*backend.queue, *backend.desktop, *backend.identities, clock, *backend.journal, backend.log}, {});
  auto working = begin(work, connection);
  auto result = co_await async::settle(std::move(working));
  co_await connection.close();
  co_await backend.close();
  co_return result;
}

}  // namespace

Result<void> run_with_connection(const std::string& desktop, ConnectedWork work) {
  asio::io_context io(1);
  async::SystemClock clock;
  SS_TRY(auto backend, app::open_backend(desktop, io.get_executor(), clock));
  Result<void> result;
  auto ended = [&result](std::exception_ptr thrown, Result<void> given) {
    if (thrown) std::rethrow_exception(thrown);  // of ours, not of the work: a bug, so end loudly
    result = std::move(given);
  };
  asio::co_spawn(io, connect_and_work(backend, clock, work), std::move(ended));
  io.run();
  return result;
}

}  // namespace secondseat
