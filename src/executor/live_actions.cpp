// LiveConnection::act: check, dispatch once, settle, read back, report.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/try.hpp"
#include "executor/action_kinds.hpp"
#include "executor/find_node.hpp"
#include "executor/live_connection.hpp"

namespace secondseat::executor {
namespace {

ActionReport report_of(Outcome outcome, std::string route, std::string explanation) {
  ActionReport made;
  made.outcome = outcome;
  made.route = std::move(route);
  made.explanation = std::move(explanation);
  return made;
}

/// On the AX thread: an Error of the desktop's is its word that nothing was sent, and is kept apart here from what the queue says
/// of a job that was late, unwound or broken, which may have sent (rule 3).
Task<Result<Performed>> perform_once(Desktop& desktop, Perform request, std::stop_token stop, Deadline deadline) {
  auto performed = co_await desktop.perform(std::move(request), std::move(stop), deadline);
  if (performed) co_return performed;
  Performed unsent;
  unsent.delivery = Delivery::not_sent;
  unsent.reason = std::move(performed).error();
  co_return unsent;
}

}  // namespace

/// Alive from the hand-over until the report; if its caller leaves in between, the next state tells.
class LiveConnection::Unreported {
 public:
  Unreported(std::vector<std::string>& notes, StateBook& book, std::string instance_id, const Action& action)
      : notes_(notes), book_(book), instance_id_(std::move(instance_id)), what_(in_words(action)) {}
  Unreported(const Unreported&) = delete;
  ~Unreported() {
    if (reported_) return;
    book_.doubt(instance_id_);
    notes_.push_back(fmt::format("note: a {} was cancelled after it had been sent; it may have happened", what_));
  }
  void reported() { reported_ = true; }

 private:
  std::vector<std::string>& notes_;
  StateBook& book_;
  std::string instance_id_;
  std::string what_;
  bool reported_ = false;
};

Result<void> LiveConnection::room_to_queue() const {
  if (actions_.length() <= limits_.queued_actions) return {};
  return fail(Layer::client, ErrorCode::busy, fmt::format("{} actions are waiting already", limits_.queued_actions),
              "Nothing was queued; wait for answers first.");
}

Task<Result<ActionReport>> LiveConnection::act(ActRequest request, Caller caller) {
  has_heard();
  CO_TRY_VOID(room_to_queue());
  CO_TRY(const auto selected, co_await select(request.app, caller));
  const auto turn = co_await actions_.enter();
  co_return co_await act_in_turn(selected, std::move(request), Shown::diff_if_shorter, std::move(caller.stop));
}

Task<Result<ActionReport>> LiveConnection::act_in_turn(const Selected& selected, ActRequest request, Shown shown,
                                                       StopToken stop) {
  const auto found = book_.unspent(request.state, selected.instance_id());
  if (!found) co_return co_await refuse(selected, found.error(), shown, std::move(stop));
  auto& state = **found;
  const auto subject = subject_of(request.action, state);
  auto route = subject ? route_for(request.action, **subject, state) : tl::unexpected(subject.error());
  const bool is_stale = !route && route.error().code == ErrorCode::stale;
  if (is_stale) co_return co_await refuse(selected, route.error(), shown, std::move(stop));
  if (!route) co_return report_of(Outcome::refused, "", route.error().describe());
  const auto& before = **subject;
  const bool is_so_already = nothing_to_do(request.action, before);
  Underway underway{selected, std::move(request), *std::move(route), before, state.window.ref, shown, std::move(stop)};
  if (is_so_already) co_return co_await confirm(std::move(underway));
  auto made = co_await send(std::move(underway), state);
  if (made && made->outcome == Outcome::unknown) book_.doubt(selected.instance_id());
  co_return made;
}

/// What the agent wants was so in the state it named. Whether it still is only a new read can say.
Task<Result<ActionReport>> LiveConnection::confirm(Underway underway) {
  Wanted wanted;
  wanted.window = underway.window;
  wanted.picture = underway.request.screenshot;
  const auto deadline = Deadline::after(parts_.clock, limits_.read_back);
  CO_TRY(auto content, co_await read(underway.selected, std::move(wanted), underway.stop, deadline));
  const auto* now = find_node(content.tree, underway.before.ref);
  const bool is_so = now != nullptr && nothing_to_do(underway.request.action, *now);
  auto made =
      is_so ? report_of(Outcome::confirmed, "none", "It was so already; nothing was sent.")
            : report_of(Outcome::refused, "none", "It was so, and has just changed; nothing was sent. Decide again.");
  if (is_so) made.evidence = "value_readback";
  made.state = show(underway.selected, std::move(content), underway.shown, "").view;
  co_return made;
}

Task<Result<ActionReport>> LiveConnection::send(Underway underway, WindowState& spends) {
  const auto& route = underway.route;
  Perform perform;
  perform.application = underway.selected.candidate.running.ref;
  perform.window = underway.window;
  perform.action = route.action;
  perform.expect = route.expect;
  perform.frame = route.frame;
  perform.in_place = route.in_place;
  const auto deadline = Deadline::after(parts_.clock, limits_.action);
  auto job = [&desktop = parts_.desktop, perform = std::move(perform), deadline](std::stop_token stop) {
    return perform_once(desktop, perform, std::move(stop), deadline);
  };
  const Spending spending{spends, kind_of(underway.request.action)};
  auto dispatched = dispatch_.act(underway.selected.passage(underway.stop), spending, std::move(job));
  if (!dispatched) co_return tl::unexpected(std::move(dispatched).error());

  auto& [ticket, entry] = *dispatched;
  Unreported unreported(notes_, book_, underway.selected.instance_id(), underway.request.action);
  const Deadline grace{deadline.at + std::chrono::seconds{1}};  // the desktop's own answer at its deadline says more
  auto performed = co_await ticket.result(parts_.clock, grace);
  unreported.reported();
  if (!performed) {
    const bool never_started = performed.error().code == ErrorCode::native_busy;
    if (never_started) entry.finished();
    const auto outcome = never_started ? Outcome::not_dispatched : Outcome::unknown;
    co_return report_of(outcome, route.name, performed.error().describe());
  }
  if (performed->delivery == Delivery::not_sent) entry.finished();
  const bool stays_unknown = performed->delivery == Delivery::no_answer;
  auto reported = co_await report(underway, *std::move(performed));
  if (!stays_unknown) told_.push_back(std::move(entry));
  co_return reported;
}

Task<Result<ActionReport>> LiveConnection::report(const Underway& underway, Performed performed) {
  const auto& [selected, request, route, before, window, shown, stop] = underway;
  if (performed.delivery == Delivery::not_sent) {
    auto why = performed.reason.value_or(Error{Layer::backend, ErrorCode::internal, "it was not sent", ""});
    if (why.code == ErrorCode::stale) co_return co_await refuse(selected, std::move(why), shown, stop);
    co_return report_of(Outcome::not_dispatched, route.name, "Nothing was sent. " + why.describe());
  }
  if (performed.delivery == Delivery::no_answer)
    co_return report_of(
        Outcome::unknown, route.name,
        "It was sent, but the application did not answer: it may have happened, and may yet. Read the state "
        "before you act again.");

  Wanted wanted;
  wanted.window = window;
  wanted.picture = request.screenshot;
  wanted.string_bytes = bytes_to_read_back(request.action);
  const auto deadline = Deadline::after(parts_.clock, limits_.read_back);
  auto content = co_await read(selected, std::move(wanted), stop, deadline);
  if (!content)
    co_return report_of(
        Outcome::unverified, route.name,
        "It was sent and answered, but the window could not be read back. " + content.error().describe());

  const auto seen_window = content->window.ref;
  const bool is_other_window = seen_window != window;
  auto sight = show(selected, *std::move(content), shown, "");
  const auto change = is_other_window ? Change::window : sight.differs ? Change::tree : Change::none;
  auto evidence = judge(request.action, route, before, book_.newest(selected.instance_id(), seen_window)->tree, change);
  if (performed.delivery == Delivery::rejected && evidence.outcome != Outcome::confirmed)
    evidence.explanation = "The application said no. " + evidence.explanation;
  if (!performed.settled)
    evidence.explanation +=
        evidence.explanation.empty() ? "The window is still changing." : " The window is still changing.";
  auto made = report_of(evidence.outcome, route.name, std::move(evidence.explanation));
  made.evidence = std::move(evidence.kind);
  made.state = std::move(sight.view);
  co_return made;
}

Task<Result<ActionReport>> LiveConnection::refuse(const Selected& selected, Error why, Shown shown, StopToken stop) {
  auto made = report_of(Outcome::refused, "", why.describe());
  if (book_.is_in_doubt(selected.instance_id())) co_return made;  // docs/decisions/0022: it has to be asked for
  const auto deadline = Deadline::after(parts_.clock, limits_.read_back);
  Wanted whatever_faces_a_person;
  auto content = co_await read(selected, std::move(whatever_faces_a_person), std::move(stop), deadline);
  if (content)
    made.state = show(selected, *std::move(content), shown, "").view;
  else
    made.explanation += " The window could not be read just now: " + content.error().describe();
  co_return made;
}

}  // namespace secondseat::executor
