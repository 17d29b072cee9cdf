#include "desktop/atspi/acting.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "async/settle.hpp"
#include "async/within.hpp"
#include "base/try.hpp"
#include "base/utf8.hpp"
#include "desktop/atspi/expecting.hpp"
#include "desktop/atspi/input.hpp"
#include "desktop/atspi/interfaces.hpp"
#include "desktop/atspi/sending.hpp"

namespace secondseat::atspi {
namespace {

// Some toolkits answer a click only after the dialog it opens is closed again.
constexpr std::chrono::seconds longest_answer{5};
constexpr std::size_t longest_name = 64;

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

/// Typing goes on where it ended; some toolkits leave the caret in front of what was inserted at it.
Task<Result<void>> place_caret_after(Connection& connection, ElementAddress element, InsertText inserted) {
  auto asked = connection.get(element, names::text, "CaretOffset");
  CO_TRY(auto reply, co_await asked.reply());
  const auto property = reply.as_property(longest_name);
  const auto* caret = property ? std::get_if<std::int64_t>(&*property) : nullptr;
  if (caret == nullptr || *caret != inserted.at) co_return Result<void>();
  const auto end = inserted.at + static_cast<int>(base::count_characters(inserted.text));
  SelectText place;
  place.start = place.end = end;
  CO_TRY(auto message, co_await prepare(connection, element, place));
  auto placing = connection.bus().send(std::move(message));
  CO_TRY_VOID(co_await placing.reply());
  co_return Result<void>();
}

}  // namespace

Task<Result<Performed>> act(Connection& connection, Clock& clock, desktop::Seat* seat, Perform request,
                            std::stop_token stop, Deadline deadline) {
  const auto element = parse_element(element_of(request.action));
  const auto window = parse_element(request.window);
  const auto& application = request.application.text;
  if (!element || !window || element->bus_name != application || window->bus_name != application)
    co_return fail(Layer::client, ErrorCode::stale, "this is not an element of this application");
  if (desktop::input_of(request.action)) {
    if (seat == nullptr)
      co_return fail(Layer::backend, ErrorCode::unsupported, "this desktop has no pointer and no keyboard to use",
                     "Nothing was sent. Use what elements offer: their actions, set_value, select_text.");
    co_return co_await act_by_input(connection, clock, *seat, std::move(request), std::move(stop), deadline);
  }
  auto limits = request.settle;
  const bool presses = std::holds_alternative<Invoke>(request.action);
  const auto* insert = std::get_if<InsertText>(&request.action);
  const auto* focus = std::get_if<GiveFocus>(&request.action);
  auto by_click = focus != nullptr && focus->at && seat != nullptr ? std::optional<Perform>(request) : std::nullopt;
  if (by_click) by_click->action = PressButton{focus->element, *focus->at};
  const auto inserted = insert == nullptr ? std::nullopt : std::optional<InsertText>(*insert);
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
  const bool was_never_done = !answer && answer.error().code == ErrorCode::unsupported;  // no such call there
  if (by_click && was_never_done)
    co_return co_await act_by_input(connection, clock, *seat, *std::move(by_click), std::move(stop), deadline);
  auto performed = classify(std::move(answer));
  if (performed.delivery == Delivery::not_sent) co_return performed;
  if (inserted && performed.delivery == Delivery::accepted) {
    auto placing = place_caret_after(connection, *element, *inserted);
    // Whether or not it comes, the text is in, and that is what is reported.
    co_await async::within(clock, answer_by, std::move(placing));
  }
  if (presses) limits.quiet = std::max(limits.quiet, press_time(ready->dialect));
  performed.settled = co_await wait_until_quiet(*ready->activity, clock, limits, deadline);
  co_return performed;
}

}  // namespace secondseat::atspi
