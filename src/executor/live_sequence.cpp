// LiveConnection::act_in_order: a whole form in one call.
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/try.hpp"
#include "executor/action_kinds.hpp"
#include "executor/live_connection.hpp"

namespace secondseat::executor {
namespace {

/// What the agent saw under the numbers that it names.
Seen seen_in(const WindowState& state, const Action& action) {
  Seen seen;
  for (const auto number : elements_of(action)) {
    const auto element = state.element(number);
    seen.emplace(number, element ? std::optional<Node>(**element) : std::nullopt);
  }
  return seen;
}

/// A step is decided on what the agent saw, not on what an earlier step has made of it: a button that says something else now is
/// another one.
Result<void> check_still_as_seen(const WindowState& now, const Action& action, const Seen& all_seen) {
  const auto stale = [](int number, std::string_view why) {
    return fail(Layer::client, ErrorCode::stale, fmt::format("element {} {}", number, why),
                "Decide again on the newest state; nothing was done.");
  };
  for (const auto number : elements_of(action)) {
    const auto seen = all_seen.find(number);
    if (seen == all_seen.end() || !seen->second)
      return stale(number, "is not in the state that the steps were decided on");
    SS_TRY(const auto element, now.element(number));
    const auto& then = *seen->second;
    const bool is_same = element->ref == then.ref && element->role == then.role && element->name == then.name;
    if (!is_same) return stale(number, "is called something else since the state that the steps were decided on");
  }
  return {};
}

}  // namespace

/// The state that a step leaves is the one that the next step spends; numbers of elements that are still the same hold. What the
/// agent sees at the end is compared with what it saw before the first step.
Task<Result<SequenceReport>> LiveConnection::act_in_order(SequenceRequest request, Caller caller) {
  has_heard();
  CO_TRY_VOID(room_to_queue());
  CO_TRY(const auto selected, co_await select(request.app, caller));
  const auto turn = co_await actions_.enter();
  SequenceReport made;
  const auto decided_on = book_.unspent(request.state, selected.instance_id());
  std::vector<Seen> seen(request.steps.size());
  for (std::size_t at = 0; decided_on && at < seen.size(); ++at) seen[at] = seen_in(**decided_on, request.steps[at]);
  ActRequest step{request.app, request.state, {}, false};
  for (std::size_t at = 0; at < request.steps.size(); ++at) {
    step.action = std::move(request.steps[at]);
    auto report = co_await act_as_seen(selected, step, seen[at], caller.stop);
    if (!report) {  // a check did not let it pass
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

Task<Result<ActionReport>> LiveConnection::act_as_seen(const Selected& selected, ActRequest step, Seen seen,
                                                       StopToken stop) {
  if (const auto now =
          book_.unspent(step.state, selected.instance_id())) {  // else act_in_turn says what is wrong with it
    const auto fits = check_still_as_seen(**now, step.action, seen);
    if (!fits) co_return co_await refuse(selected, fits.error(), Shown::nothing, std::move(stop));
  }
  co_return co_await act_in_turn(selected, std::move(step), Shown::nothing, std::move(stop));
}

}  // namespace secondseat::executor
