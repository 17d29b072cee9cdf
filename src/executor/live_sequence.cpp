// LiveConnection::act_in_order: a whole form in one call.
#include <utility>

#include "base/try.hpp"
#include "executor/live_connection.hpp"

namespace secondseat::executor {

/// Each step is decided on the state that the step before it left: the numbers of elements that are still the same hold. What
/// the agent sees at the end is compared with what it saw before the first step.
Task<Result<SequenceReport>> LiveConnection::act_in_order(SequenceRequest request, Caller caller) {
  has_heard();
  CO_TRY_VOID(room_to_queue());
  CO_TRY(const auto selected, co_await select(request.app, caller));
  const auto turn = co_await actions_.enter();
  SequenceReport made;
  ActRequest step;
  step.app = request.app;
  step.state = request.state;
  for (auto& action : request.steps) {
    step.action = std::move(action);
    auto report = co_await act_in_turn(selected, step, Shown::nothing, caller.stop);
    if (!report) {  // a check refused to let it pass
      ActionReport refused;
      refused.explanation = report.error().describe();
      made.steps.push_back(std::move(refused));
      break;
    }
    if (report->state) step.state = report->state->state_id;
    made.steps.push_back(*std::move(report));
    if (made.steps.back().is_error() || !made.steps.back().state) break;
  }
  Wanted wanted;
  wanted.picture = request.screenshot;
  const auto deadline = Deadline::after(parts_.clock, limits_.read_back);
  auto content = co_await read(selected, std::move(wanted), caller.stop, deadline);
  if (content)
    made.state = show(selected, *std::move(content), Shown::diff_if_shorter, "").view;
  else
    made.no_state_because = content.error().describe();
  co_return made;
}

}  // namespace secondseat::executor
