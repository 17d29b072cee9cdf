#include "desktop/atspi/input.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "async/within.hpp"
#include "base/try.hpp"
#include "desktop/atspi/expecting.hpp"
#include "desktop/atspi/interfaces.hpp"
#include "desktop/atspi/sending.hpp"
#include "desktop/atspi/window_list.hpp"

namespace secondseat::atspi {
namespace {

constexpr SettleLimits focus_settles{std::chrono::milliseconds{60}, std::chrono::seconds{1}};

struct Target {
  ElementAddress element;
  ElementAddress window;
  Dialect dialect = Dialect::unknown;
  std::shared_ptr<Activity> activity;
  desktop::Aim aim;
};

Task<Result<Target>> find_target(Connection& connection, Clock& clock, ElementAddress element, ElementAddress window) {
  Target target;
  CO_TRY(const auto root, co_await connection.root(element.bus_name));
  CO_TRY(target.dialect, co_await connection.dialect(root));
  CO_TRY(target.activity, co_await connection.activity(element.bus_name, clock));
  CO_TRY(target.aim.pid, co_await process_of(connection, element.bus_name));
  CO_TRY(const auto described, co_await describe_window(connection, window));
  target.aim.title = described.title;
  target.aim.on_screen = described.on_screen;
  target.element = std::move(element);
  target.window = std::move(window);
  co_return target;
}

Task<Result<bool>> has_focus(Connection& connection, ElementAddress element) {
  auto asked = connection.ask(element, names::accessible, "GetState");
  CO_TRY(auto reply, co_await asked.reply());
  const auto words = reply.as_state_words();
  co_return words&& StateBits{*words}.has(AtspiState::focused);
}

/// What is typed or pressed, and how to get the focus for it.
struct Keys {
  std::optional<Point> focus_at;
  int from = -1;  ///< of the characters to be selected first
  int to = -1;
};

std::optional<Keys> keys_of(const NativeAction& action) {
  if (const auto* press = std::get_if<PressKey>(&action)) return Keys{press->focus_at};
  if (const auto* type = std::get_if<TypeText>(&action)) return Keys{type->focus_at, type->from, type->to};
  return std::nullopt;
}

/// GTK 4 does not give the focus on request; a click does.
Task<Result<void>> request_focus(Connection& connection, desktop::Seat& seat, const Target& target, Keys keys,
                                 std::stop_token stop, Deadline deadline) {
  auto& bus = connection.bus();
  auto grabbing = bus.send(bus.request(target.element.bus_name, target.element.path, names::component, "GrabFocus"));
  auto answer = co_await grabbing.reply();
  const bool knows_no_such_call = !answer && answer.error().code == ErrorCode::unsupported;
  if (!knows_no_such_call || !keys.focus_at) co_return std::move(answer).map([](const Message&) {});
  PressButton click;
  click.at = *keys.focus_at;
  auto clicking = seat.send(click, target.aim, std::move(stop), deadline);
  auto clicked = co_await std::move(clicking);
  co_return std::move(clicked).map([](const Performed&) {});
}

/// Harmless if it fails, and never taken for granted: what counts is what the element then says of itself.
Task<Result<void>> give_focus(Connection& connection, Clock& clock, desktop::Seat& seat, const Target& target,
                              Keys keys, std::stop_token stop, Deadline deadline) {
  CO_TRY_VOID(co_await seat.make_active(target.aim, stop, deadline));
  CO_TRY(const bool has_it_already, co_await has_focus(connection, target.element));
  if (!has_it_already) {
    CO_TRY_VOID(co_await request_focus(connection, seat, target, keys, stop, deadline));
    co_await wait_until_quiet(*target.activity, clock, focus_settles, deadline);
    CO_TRY(const bool has_it_now, co_await has_focus(connection, target.element));
    if (!has_it_now) co_return changed("the element does not take the keyboard's focus");
  }
  if (keys.from < 0) co_return Result<void>();
  SelectText place;
  place.start = keys.from;
  place.end = keys.to;
  CO_TRY(auto message, co_await prepare(connection, target.element, place));
  auto placing = connection.bus().send(std::move(message));
  CO_TRY_VOID(co_await placing.reply());
  co_return Result<void>();
}

Task<Result<void>> check(Connection& connection, Target target, Perform request) {
  CO_TRY_VOID(co_await still_as_expected(connection, target.dialect, target.element, target.window, request.expect));
  co_return co_await all_in_place(connection, target.dialect, target.window, request.in_place);
}

/// The answers of the bus about what is not there any more.
template <class T>
Result<T> stale_if_gone(Result<T> answer) {
  if (!answer && (answer.error().code == ErrorCode::not_found || answer.error().code == ErrorCode::unsupported))
    return changed("the element or its application is gone");
  return answer;
}

}  // namespace

Task<Result<Performed>> act_by_input(Connection& connection, Clock& clock, desktop::Seat& seat, Perform request,
                                     std::stop_token stop, Deadline deadline) {
  const auto element = *parse_element(element_of(request.action));
  const auto window = *parse_element(request.window);
  const auto keys = keys_of(request.action);
  auto limits = request.settle;
  auto input = *desktop::input_of(request.action);

  auto finding = find_target(connection, clock, element, window);
  auto found = co_await async::within(clock, deadline, std::move(finding));
  CO_TRY(auto target, stale_if_gone(std::move(found)));
  target.aim.frame = request.frame;
  if (keys && element != window) {
    auto focusing = give_focus(connection, clock, seat, target, *keys, stop, deadline);
    auto focused = co_await async::within(clock, deadline, std::move(focusing));
    CO_TRY_VOID(stale_if_gone(std::move(focused)));
    request.expect.required.set(State::focused);
  }
  auto checking = check(connection, target, std::move(request));
  auto checked = co_await async::within(clock, deadline, std::move(checking));
  CO_TRY_VOID(stale_if_gone(std::move(checked)));

  auto sending = seat.send(std::move(input), target.aim, stop, deadline);
  CO_TRY(auto performed, co_await std::move(sending));
  if (performed.delivery == Delivery::not_sent) co_return performed;
  limits.quiet = std::max(limits.quiet, press_time(target.dialect));
  performed.settled = co_await wait_until_quiet(*target.activity, clock, limits, deadline);
  co_return performed;
}

}  // namespace secondseat::atspi
