#include "executor/dispatch.hpp"

#include "async/settle.hpp"

namespace secondseat::executor {

Result<void> Dispatch::open_and_running(const StopToken& stop) const {
  if (closed_) return fail(Layer::client, ErrorCode::closed, "this connection is closed", "Connect again.");
  if (stop.stop_requested()) return async::stopped_error();
  return {};
}

Result<void> Dispatch::admit(const Passage& passage) const {
  SS_TRY_VOID(open_and_running(passage.stop));
  if (!passage.grant || !passage.process)
    return fail(Layer::consent, ErrorCode::denied, "nobody has granted access to this application");
  return consent::Broker::check(*passage.grant, *passage.process);
}

Result<void> Dispatch::admit(const Passage& passage, const Spending& spending) const {
  SS_TRY_VOID(admit(passage));
  if (spending.state.spent)
    return fail(Layer::client, ErrorCode::stale, "this state has been acted on already", "Read the state again first.");
  return {};
}

Result<Journal::Entry> Dispatch::write_down(const Passage& passage, const Spending& spending) {
  SS_TRY_VOID(admit(passage, spending));
  SS_TRY(auto entry, journal_.begin(spending.kind, application_digest(passage.process->identity().path)));
  if (auto still = admit(passage, spending); !still) {
    entry.finished();  // provably not sent
    return tl::unexpected(std::move(still).error());
  }
  return entry;
}

}  // namespace secondseat::executor
