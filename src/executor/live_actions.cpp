// LiveConnection::act: check, dispatch once, settle, read back, report.
#include <utility>

#include <fmt/format.h>

#include "base/try.hpp"
#include "executor/evidence.hpp"
#include "executor/live_connection.hpp"

namespace secondseat::executor {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

int element_of(const Action& action) {
  return std::visit([](const auto& of_any_kind) { return of_any_kind.element; }, action);
}

std::string_view kind_of(const Action& action) {
  return std::visit(Overloaded{[](const Click&) { return "click"; }, [](const SetValue&) { return "set_value"; }}, action);
}

Result<Route> route_for(const Action& action, const Node& node) {
  return std::visit(Overloaded{[&](const Click&) { return route_click(node); },
                               [&](const SetValue& set) { return route_set_value(node, set.value); }},
                    action);
}

/// What the agent asked for is there already, so that nothing needs to be sent.
bool nothing_to_do(const Action& action, const Node& node) {
  const auto* set = std::get_if<SetValue>(&action);
  return set != nullptr && node.states.has(State::enabled) && already_has(node, set->value);
}

ActionReport report(Outcome outcome, std::string route, std::string explanation) {
  ActionReport made;
  made.outcome = outcome;
  made.route = std::move(route);
  made.explanation = std::move(explanation);
  return made;
}

}  // namespace

/// Alive from the hand-over until the report; if its caller leaves in between, the next state tells.
class LiveConnection::Unreported {
 public:
  Unreported(std::vector<std::string>& notes, const Action& action)
      : notes_(notes), what_(fmt::format("{} on element {}", kind_of(action), element_of(action))) {}
  Unreported(const Unreported&) = delete;
  ~Unreported() {
    if (!reported_) notes_.push_back(fmt::format("note: a {} was cancelled after it had been sent; it may have happened", what_));
  }
  void reported() { reported_ = true; }

 private:
  std::vector<std::string>& notes_;
  std::string what_;
  bool reported_ = false;
};

Task<Result<ActionReport>> LiveConnection::act(ActRequest request, Caller caller) {
  if (actions_.length() > limits_.queued_actions)
    co_return fail(Layer::client, ErrorCode::busy, fmt::format("{} actions are waiting already", limits_.queued_actions),
                   "Nothing was queued; wait for answers first.");
  CO_TRY(const auto selected, co_await select(request.app, caller));
  const auto turn = co_await actions_.enter();
  co_return co_await act_in_turn(selected, std::move(request), caller);
}

Task<Result<ActionReport>> LiveConnection::act_in_turn(const Selected& selected, ActRequest request, Caller caller) {
  const auto found = book_.unspent(request.state, selected.instance_id());
  if (!found) co_return co_await refuse(selected, found.error(), caller.stop);
  auto& state = **found;
  const auto element = state.element(element_of(request.action));
  if (!element) co_return co_await refuse(selected, element.error(), caller.stop);
  const Node before = **element;
  if (nothing_to_do(request.action, before)) {
    auto done = report(Outcome::confirmed, "none", "It was so already; nothing was sent.");
    done.evidence = "value_readback";
    co_return done;
  }
  auto route = route_for(request.action, before);
  if (!route) co_return report(Outcome::refused, "", route.error().describe());

  Perform perform{selected.candidate.running.ref, state.window.ref, route->action, route->expect, {}};
  const auto deadline = Deadline::after(parts_.clock, limits_.action);
  auto job = [&desktop = parts_.desktop, perform = std::move(perform), deadline](std::stop_token stop) {
    return desktop.perform(perform, std::move(stop), deadline);
  };
  auto passage = selected.passage(caller.stop);
  passage.spends = &state;
  auto ticket = dispatch_.pass(passage, std::move(job));
  if (!ticket) co_return tl::unexpected(std::move(ticket).error());

  Unreported unreported(notes_, request.action);
  const auto grace = Deadline{deadline.at + std::chrono::seconds{1}};  // the desktop's own answer at its deadline says more
  const auto performed = co_await ticket->result(parts_.clock, grace);
  unreported.reported();
  if (!performed) {
    const auto& why = performed.error();
    const bool never_started = why.code == ErrorCode::native_busy || why.code != ErrorCode::timed_out;
    co_return report(never_started ? Outcome::not_dispatched : Outcome::unknown, route->name, why.describe());
  }
  switch (performed->delivery) {
    case Delivery::not_sent:
      if (performed->reason && performed->reason->code == ErrorCode::stale)
        co_return co_await refuse(selected, *performed->reason, caller.stop);
      co_return report(Outcome::not_dispatched, route->name, performed->reason ? performed->reason->describe() : "");
    case Delivery::no_answer:
      co_return report(Outcome::unknown, route->name,
                       "It was sent, but the application did not answer: it may have happened, and may yet. Read the state before "
                       "you act again.");
    case Delivery::accepted:
    case Delivery::rejected: break;
  }
  const Performed answered = *performed;
  auto made = co_await read_back(selected, request, *std::move(route), before, state.window.ref, caller.stop);
  if (made && answered.delivery == Delivery::rejected && made->outcome != Outcome::confirmed)
    made->explanation = "The application said no. " + made->explanation;
  if (made && !answered.settled) made->explanation += " The window is still changing.";
  co_return made;
}

Task<Result<ActionReport>> LiveConnection::read_back(const Selected& selected, const ActRequest& request, Route route, Node before,
                                                     NativeRef window, StopToken stop) {
  Wanted wanted;
  wanted.window = window;
  wanted.picture = request.screenshot;
  const auto* set = std::get_if<SetValue>(&request.action);
  if (set != nullptr) wanted.string_bytes = std::max(wanted.string_bytes, set->value.size() + 1024);
  const auto deadline = Deadline::after(parts_.clock, limits_.read_back);
  auto content = co_await read(selected, std::move(wanted), stop, deadline);
  if (!content) {
    auto made = report(Outcome::unverified, route.name,
                       "It was sent and answered, but the window could not be read back. " + content.error().describe());
    co_return made;
  }
  const bool other_window = content->window.ref != window;
  const Tree fresh = content->tree;
  const Node* after = nullptr;
  for (const auto& node : fresh.nodes)
    if (node.ref == before.ref) after = &node;
  auto view = show(selected, *std::move(content), Shown::diff_if_shorter, "");

  const auto change = other_window ? Change::window : tree_changed_ ? Change::tree : Change::none;
  Evidence evidence;
  if (set != nullptr)
    evidence = judge_value(before, after, set->value);
  else if (std::holds_alternative<GiveFocus>(route.action))
    evidence = judge_focus(after);
  else
    evidence = judge_click(change);
  auto made = report(evidence.outcome, route.name, std::move(evidence.explanation));
  made.evidence = std::move(evidence.kind);
  made.state = std::move(view);
  co_return made;
}

Task<Result<ActionReport>> LiveConnection::refuse(const Selected& selected, Error why, StopToken stop) {
  auto made = report(Outcome::refused, "", why.describe());
  const auto deadline = Deadline::after(parts_.clock, limits_.read_back);
  auto content = co_await read(selected, Wanted{}, stop, deadline);
  if (content) made.state = show(selected, *std::move(content), Shown::diff_if_shorter, "");
  else if (content.error().code != ErrorCode::stopped)
    made.explanation += " The window could not be read just now: " + content.error().describe();
  co_return made;
}

}  // namespace secondseat::executor
