// LiveConnection::wait_for: a read repeated until what is waited for is there.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/try.hpp"
#include "executor/live_connection.hpp"

namespace secondseat::executor {
namespace {

constexpr Clock::Duration pause = std::chrono::milliseconds{250};
constexpr Clock::Duration idle_for = std::chrono::milliseconds{750};
constexpr Clock::Duration telling_pause = std::chrono::seconds{1};
constexpr std::string_view still_waiting = "what is waited for is not there yet; looking again";

Result<void> check(const WaitRequest& request) {
  const int conditions = (request.text.empty() ? 0 : 1) + (request.element ? 1 : 0) + (request.idle ? 1 : 0);
  if (conditions != 1)
    return fail(Layer::client, ErrorCode::invalid_argument, "exactly one thing can be waited for",
                "Pass text, element_index or idle; with gone, a text or an element until it is not there.");
  if (request.idle && request.gone)
    return fail(Layer::client, ErrorCode::invalid_argument, "gone goes with text or element_index, not with idle");
  return {};
}

bool can_be_used_now(const Tree& tree, const NativeRef& element) {
  return std::any_of(tree.nodes.begin(), tree.nodes.end(), [&](const Node& node) {
    return node.ref == element && node.states.has(State::showing) && node.states.has(State::enabled);
  });
}

std::vector<std::string> lines_of(const Tree& tree) {
  std::vector<std::string> lines;
  for (const auto& node : tree.nodes) lines.push_back(describe(node));
  return lines;
}

/// Since when the window has looked the same.
class Stillness {
 public:
  bool lasts(const Tree& tree, Clock::TimePoint now) {
    auto lines = lines_of(tree);
    if (!seen_ || lines != lines_) since_ = now;
    seen_ = true;
    lines_ = std::move(lines);
    return now - since_ >= idle_for;
  }

 private:
  bool seen_ = false;
  std::vector<std::string> lines_;
  Clock::TimePoint since_{};
};

/// Says that the wait goes on, to whoever wants to know, not as often as it is looked.
class Murmur {
 public:
  Murmur(Progress* progress, const Clock& clock) : progress_(progress), clock_(clock), told_at_(clock.now()) {}
  void go_on() {
    if (progress_ == nullptr || clock_.now() - told_at_ < telling_pause) return;
    told_at_ = clock_.now();
    progress_->waiting(still_waiting);
  }

 private:
  Progress* progress_;
  const Clock& clock_;
  Clock::TimePoint told_at_;
};

}  // namespace

Task<Result<WaitReport>> LiveConnection::wait_for(WaitRequest request, Caller caller) {
  has_heard();
  CO_TRY_VOID(check(request));
  async::RetrySchedule often;
  often.pauses.assign(static_cast<std::size_t>(request.timeout / pause), pause);
  Murmur murmur(caller.progress, parts_.clock);
  auto go_on = [&murmur](const Error&) { murmur.go_on(); };
  async::Patience patience(parts_.clock, std::move(often), Deadline::after(parts_.clock, request.timeout),
                           std::move(go_on));
  CO_TRY(const auto selected, co_await select(request.app, caller, patience));
  NativeRef element;
  if (request.element) {
    CO_TRY(element, book_.element_ref(selected.instance_id(), *request.element));
  }
  const auto deadline = patience.deadline();
  Stillness stillness;
  for (;;) {
    // However little time is left, the last look gets as long as reading back an action would.
    const auto enough = Deadline::after(parts_.clock, limits_.read_back);
    const Deadline attempt{std::max(deadline.at, enough.at)};
    Wanted wanted;
    const auto doubts = book_.doubts();
    auto content = co_await read(selected, std::move(wanted), caller.stop,
                                 Deadline::after(parts_.clock, limits_.read_retry.attempt_limit).or_earlier(attempt));
    const bool is_last = parts_.clock.now() + pause > deadline.at;
    if (!content && (is_last || !async::may_pass(content.error().code))) co_return tl::unexpected(content.error());
    if (content) {
      const auto& tree = content->tree;
      const bool is_there = !request.text.empty() ? any_line_holds(tree, request.text) : can_be_used_now(tree, element);
      WaitReport made;
      made.met = request.idle ? stillness.lasts(tree, parts_.clock.now()) : is_there != request.gone;
      if (made.met || is_last) {
        book_.read_after(doubts, selected.instance_id(), selected.asker);
        made.state = show(selected, *std::move(content), Shown::diff_if_shorter, "").view;
        co_return made;
      }
    }
    murmur.go_on();
    co_await parts_.clock.sleep_until(parts_.clock.now() + pause);
  }
}

}  // namespace secondseat::executor
