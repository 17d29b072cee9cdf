#include "desktop/atspi/acting.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "async/settle.hpp"
#include "async/within.hpp"
#include "base/try.hpp"
#include "desktop/atspi/interfaces.hpp"
#include "desktop/atspi/sending.hpp"
#include "desktop/atspi/state_bits.hpp"
#include "desktop/roles.hpp"
#include "desktop/seat.hpp"

namespace secondseat::atspi {
namespace {

constexpr std::size_t longest_name = 1U << 20U;

// Some toolkits answer a click only after the dialog it opens is closed again.
constexpr std::chrono::seconds longest_answer{5};

tl::unexpected<Error> changed(std::string what) {
  return fail(Layer::application, ErrorCode::stale, std::move(what), "Nothing was sent. Read the window again.");
}

bool fits(States found, States required) {
  for (int number = 0; number <= static_cast<int>(State::active); ++number) {
    const auto state = static_cast<State>(number);
    if (required.has(state) && !found.has(state)) return false;
  }
  return true;
}

// The names in a state are cut at a bound of the reader's; what is there now may be longer, but must begin so.
bool same_name(const std::string& now, const std::string& expected, std::size_t bound) {
  return now == expected || (expected.size() + 4 > bound && now.starts_with(expected));
}

Task<Result<void>> still_as_expected(Connection& connection, Dialect dialect, ElementAddress element,
                                     ElementAddress window, Expectation expect) {
  auto states_asked = connection.ask(element, names::accessible, "GetState");
  auto role_asked = connection.ask(element, names::accessible, "GetRole");
  auto name_asked = connection.get(element, names::accessible, "Name");
  auto window_asked = connection.ask(window, names::accessible, "GetState");
  CO_TRY(auto states, co_await states_asked.reply());
  CO_TRY(auto role, co_await role_asked.reply());
  CO_TRY(auto name, co_await name_asked.reply());
  CO_TRY(auto window_states, co_await window_asked.reply());
  const auto words = states.as_state_words();
  const auto window_words = window_states.as_state_words();
  const auto number = role.as_u32();
  const auto property = name.as_property(longest_name);
  const auto* text = property ? std::get_if<std::string>(&*property) : nullptr;
  if (!words || !window_words || !number || text == nullptr) co_return changed("the element makes no sense any more");
  const StateBits bits{*words};
  const StateBits window_bits{*window_words};
  if (bits.has(AtspiState::defunct) || window_bits.has(AtspiState::defunct)) co_return changed("the element is gone");
  const auto name_now = given_name(dialect, *text);
  const auto role_now = honest_role(dialect, role_name(*number), bits, name_now);
  if (role_now != expect.role) co_return changed("the element is of another kind now");
  if (expect.name && !same_name(name_now, *expect.name, ReadLimits().string_bytes))
    co_return changed("the element has another name now");
  if (!fits(to_states(bits, role_now, shown_by(dialect, window_bits)), expect.required))
    co_return changed("the element is not usable any more");
  co_return Result<void>();
}

struct Ready {
  Message message;
  std::shared_ptr<Activity> activity;
  Dialect dialect = Dialect::unknown;
};

Task<Result<Ready>> make_ready(Connection& connection, Clock& clock, ElementAddress element, ElementAddress window,
                               Perform request) {
  Ready ready;
  CO_TRY(const auto root, co_await connection.root(element.bus_name));
  CO_TRY(ready.dialect, co_await connection.dialect(root));
  CO_TRY(ready.activity, co_await connection.activity(element.bus_name, clock));
  CO_TRY(ready.message, co_await prepare(connection, element, std::move(request.action)));
  CO_TRY_VOID(co_await still_as_expected(connection, ready.dialect, element, window, std::move(request.expect)));
  co_return std::move(ready);
}

}  // namespace

Task<Result<Performed>> act(Connection& connection, Clock& clock, Perform request, std::stop_token stop,
                            Deadline deadline) {
  const auto element = parse_element(element_of(request.action));
  const auto window = parse_element(request.window);
  const auto& application = request.application.text;
  if (!element || !window || element->bus_name != application || window->bus_name != application)
    co_return fail(Layer::client, ErrorCode::stale, "this is not an element of this application");
  if (desktop::input_of(request.action))
    co_return fail(Layer::backend, ErrorCode::unsupported, "the accessibility bus has no pointer and no keyboard",
                   "Nothing was sent.");
  auto limits = request.settle;
  const bool presses = std::holds_alternative<Invoke>(request.action);
  auto preparing = make_ready(connection, clock, *element, *window, std::move(request));
  auto ready = co_await async::within(clock, deadline, std::move(preparing));
  if (!ready && (ready.error().code == ErrorCode::not_found || ready.error().code == ErrorCode::unsupported))
    co_return changed("the element or its application is gone");
  if (!ready) co_return tl::unexpected(std::move(ready).error());

  // From here to the sending nothing waits, so that nothing can come between.
  if (stop.stop_requested()) co_return async::stopped_error();
  if (deadline.passed(clock)) co_return fail(Layer::application, ErrorCode::timed_out, "there was no time left to act");
  if (!connection.bus().would_send_now(application))
    co_return fail(Layer::application, ErrorCode::timed_out, "the application does not answer", "Nothing was sent.");
  auto call = connection.bus().send(std::move(ready->message));
  if (!call.sent()) co_return call.take().map([](const Message&) { return Performed(); });

  const auto answer_by = Deadline::after(clock, longest_answer).or_earlier(deadline);
  auto answering = call.reply();
  auto answer = co_await async::within(clock, answer_by, std::move(answering));
  auto performed = classify(std::move(answer));
  if (performed.delivery == Delivery::not_sent) co_return performed;
  if (presses) limits.quiet = std::max(limits.quiet, press_time(ready->dialect));
  performed.settled = co_await wait_until_quiet(*ready->activity, clock, limits, deadline);
  co_return performed;
}

}  // namespace secondseat::atspi
