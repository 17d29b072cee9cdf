#include "desktop/scripted/scripted_desktop.hpp"

#include <fmt/format.h>

#include "async/within.hpp"
#include "base/try.hpp"
#include "desktop/scripted/names.hpp"
#include "desktop/scripted/painting.hpp"
#include "desktop/scripted/receiving.hpp"
#include "desktop/scripted/world_reading.hpp"

namespace secondseat::scripted {
namespace {

tl::unexpected<Error> stale(std::string what) {
  return fail(Layer::application, ErrorCode::stale, std::move(what), "Read the state again first.");
}

Performed not_sent(Error why) { return Performed{Delivery::not_sent, std::move(why), true}; }

Performed unanswered() {
  return Performed{Delivery::no_answer,
                   Error{Layer::application, ErrorCode::timed_out, "the application did not answer", {}}, true};
}

bool has_all(const States& states, const States& required) {
  for (int bit = 0; bit <= static_cast<int>(State::active); ++bit)
    if (required.has(static_cast<State>(bit)) && !states.has(static_cast<State>(bit))) return false;
  return true;
}

}  // namespace

Task<Result<bool>> ScriptedDesktop::released() {
  const auto gate = faults_.gate(co_await asio::this_coro::executor);
  co_await gate->wait();
  co_return true;
}

Task<Result<bool>> ScriptedDesktop::wait_at_gate(Keeps keeps, Deadline deadline) {
  auto wait = released();
  const auto limit = keeps == Keeps::deadline ? deadline : Deadline::never();
  co_return co_await async::within(clock_, limit, std::move(wait));
}

Task<Result<void>> ScriptedDesktop::enter(Call call, std::string application, Deadline deadline) {
  if (faults_.delay() > Clock::Duration::zero()) {
    const auto begins = Deadline::after(clock_, faults_.delay()).or_earlier(deadline);
    co_await clock_.sleep_until(begins.at);
  }
  if (auto failure = faults_.next_failure(call)) co_return tl::unexpected(*std::move(failure));
  const auto held = faults_.held(call, application);
  if (held.hold == Hold::before_sending) {
    CO_TRY_VOID(co_await wait_at_gate(held.keeps, deadline));
  }
  if (deadline.passed(clock_))
    co_return fail(Layer::application, ErrorCode::timed_out, "no answer before the deadline");
  co_return Result<void>();
}

Task<Result<std::vector<RunningApplication>>> ScriptedDesktop::applications(Deadline deadline) {
  ++listings_;
  CO_TRY_VOID(co_await enter(Call::list, std::string(), deadline));
  co_return running_in(world_);
}

Task<Result<WindowContent>> ScriptedDesktop::read(ReadWindow request, Deadline deadline) {
  ++reads_;
  CO_TRY_VOID(co_await enter(Call::read, request.application.text, deadline));
  const auto* const application = world_.application(request.application.text);
  if (application == nullptr) co_return stale("the application is gone");
  const auto* const window = world_.window(application->id, window_id(request.window, application->id));
  if (window == nullptr || !window->open) co_return stale("the window is gone");

  WindowContent content;
  content.window = seen(*application, *window);
  content.tree = tree_of(*application, *window, request);
  if (!request.picture) co_return content;
  if (window->minimised) {
    content.no_picture_because = "The window is minimised.";
    co_return content;
  }
  auto picture = paint(content.tree, request.limits);
  if (picture) {
    content.picture = *std::move(picture);
    content.picture->frame = frame_of(*application, *window);
  } else {
    content.no_picture_because = picture.error().message;
  }
  co_return content;
}

Result<void> ScriptedDesktop::fits(const Perform& request) {
  const auto& id = request.application.text;
  const auto* const application = world_.application(id);
  if (application == nullptr) return stale("the application is gone");
  auto* const window = world_.window(id, window_id(request.window, id));
  if (window == nullptr || !window->open) return stale("the window is gone");
  if (request.frame && *request.frame != frame_of(*application, *window))
    return stale("the window is not as in the picture");
  if (!all_in_place(*application, *window, request.in_place)) return stale("what the place was chosen by has moved");
  if (target_of(request.action) == window_ref(id, window->id)) return {};
  const auto target = element_id(target_of(request.action), id);
  const auto* const element = find_element(window->elements, target);
  if (element == nullptr) return stale("the element is gone");
  if (element->role != request.expect.role || (request.expect.name && element->name != *request.expect.name))
    return stale("the element is another one now");
  if (!has_all(element->states, request.expect.required)) return stale("the element's state has changed");
  if (!is_within(*window, receiver_of(*application, *window, request.action), target))
    return stale("another element is at that place");
  return {};
}

Task<Result<Performed>> ScriptedDesktop::perform(Perform request, std::stop_token stop, Deadline deadline) {
  auto entered = co_await enter(Call::perform, request.application.text, deadline);
  if (!entered) co_return not_sent(std::move(entered).error());
  if (stop.stop_requested())
    co_return not_sent(Error{Layer::stop, ErrorCode::stopped, "stopped before it was sent", {}});
  auto fitting = fits(request);
  if (!fitting) co_return not_sent(std::move(fitting).error());
  log_.push_back(Dispatched{clock_.now(), request});
  co_return co_await send(std::move(request), deadline);
}

Task<Result<Performed>> ScriptedDesktop::send(Perform request, Deadline deadline) {
  const auto held = faults_.held(Call::perform, request.application.text);
  auto reply = Reply::yes;
  if (held.hold == Hold::before_landing)
    under_way_.push_back(log_.size() - 1);  // release() makes it land, whether or not we still wait
  else
    reply = land(log_.size() - 1);
  const bool is_held = held.hold == Hold::before_landing || held.hold == Hold::before_answer;
  if (is_held || reply == Reply::nothing) {
    const auto answer = co_await wait_at_gate(held.keeps, deadline);
    if (!answer) co_return unanswered();
  }
  Performed performed;
  performed.delivery = reply == Reply::no ? Delivery::rejected : Delivery::accepted;
  if (reply == Reply::no)
    performed.reason = Error{Layer::application, ErrorCode::unsupported, "the application said no", {}};
  if (faults_.never_settles()) {
    const auto end = Deadline::after(clock_, request.settle.at_most).or_earlier(deadline);
    co_await clock_.sleep_until(end.at);
    performed.settled = false;
  }
  co_return performed;
}

Reply ScriptedDesktop::land(std::size_t sent) {
  const auto& request = log_[sent].request;
  const auto& id = request.application.text;
  const auto* const application = world_.application(id);
  const auto* const window = application == nullptr ? nullptr : world_.window(id, window_id(request.window, id));
  if (window == nullptr) return Reply::no;
  const auto receiver = receiver_of(*application, *window, request.action);
  if (receiver.empty()) return Reply::yes;  // the window's own ground, or keys that nobody takes
  const auto* const element = world_.element(id, receiver);
  if (element != nullptr) landed_.push_back(Landed{sent, element->role, element->name});
  return react(world_, id, receiver, request.action);
}

Task<void> ScriptedDesktop::close() { co_return; }

void ScriptedDesktop::release() {
  for (const auto late : std::exchange(under_way_, {})) land(late);
  faults_.release();
}

}  // namespace secondseat::scripted
