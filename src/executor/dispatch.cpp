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
  SS_TRY_VOID(consent::Broker::check(*passage.grant, *passage.process));
  if (passage.spends != nullptr && passage.spends->spent)
    return fail(Layer::client, ErrorCode::stale, "this state has been acted on already", "Read the state again first.");
  return {};
}

}  // namespace secondseat::executor
