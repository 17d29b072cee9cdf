#include "desktop/x11/core_seat.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <xcb/xtest.h>

#include "async/settle.hpp"
#include "async/within.hpp"
#include "base/try.hpp"
#include "desktop/x11/bring_to_front.hpp"
#include "desktop/x11/keyboard.hpp"
#include "desktop/x11/keyboard_input.hpp"
#include "desktop/x11/other_hands.hpp"
#include "desktop/x11/planned_input.hpp"

namespace secondseat::x11 {
namespace {

constexpr std::chrono::seconds front_limit{1};  // window managers take a few milliseconds, or have decided against it

// Two clicks at one place within this are one double click to a toolkit: 400 ms is usual, and 500 ms elsewhere.
constexpr std::chrono::milliseconds clicks_apart{600};

bool clicks(const desktop::Input& input) {
  return std::holds_alternative<PressButton>(input) || std::holds_alternative<DragPointer>(input);
}

}  // namespace

struct CoreSeat::Errand {
  std::unique_ptr<PlannedInput> input;
  desktop::Aim aim;
  std::stop_token stop;
  Deadline deadline;
  bool clicks = false;
  Target target = {};
  bool began = false;  ///< something was sent
};

CoreSeat::CoreSeat(asio::any_io_executor native, Clock& clock, std::string display)
    : native_(std::move(native)), clock_(clock), display_(std::move(display)) {}
CoreSeat::~CoreSeat() = default;

Task<Result<Performed>> CoreSeat::send(desktop::Input input, desktop::Aim aim, std::stop_token stop,
                                       Deadline deadline) {
  const bool is_click = clicks(input);
  CO_TRY(auto planned, plan(std::move(input)));
  Errand errand{std::move(planned), std::move(aim), std::move(stop), deadline, is_click};
  auto done = co_await run_until_deadline(errand);
  Performed performed;
  performed.delivery = Delivery::accepted;
  if (done) co_return performed;
  auto error = std::move(done).error();
  if (!errand.began) co_return tl::unexpected(std::move(error));
  const auto progress = errand.input->progress();
  if (!progress.empty()) error.message = fmt::format("{}, then: {}", progress, error.message);
  error.hint = "Read the window again to see what has arrived.";
  performed.delivery = Delivery::no_answer;
  performed.reason = std::move(error);
  co_return performed;
}

Task<Result<void>> CoreSeat::make_active(desktop::Aim aim, std::stop_token stop, Deadline deadline) {
  Errand errand{std::make_unique<FocusOnly>(), std::move(aim), std::move(stop), deadline};
  co_return co_await run_until_deadline(errand);
}

Task<Result<void>> CoreSeat::run_until_deadline(Errand& errand) {
  auto work = run(errand);
  auto done = co_await async::within(clock_, errand.deadline, std::move(work));
  // What the server refuses of our looking around, it refuses because the window has gone.
  if (!done && done.error().code == ErrorCode::transient)
    co_return fail(Layer::backend, ErrorCode::stale, "the window is gone");
  co_return done;
}

Task<Result<void>> CoreSeat::run(Errand& errand) {
  const auto turn = co_await line_.enter();
  Doubt doubt(x_);
  if (!x_) {
    CO_TRY_VOID(co_await connect());
  }
  if (errand.clicks) co_await clock_.sleep_until(std::min(next_click_, errand.deadline.at));
  CO_TRY(errand.target, co_await find_target(*x_, errand.aim));
  while (!errand.input->all_sent()) {
    auto written = co_await attempt(errand);
    // Once it has begun, a window that comes to the front is an answer to it, and not to be pushed away.
    if (written && !*written && !errand.began) written = co_await attempt_in_front(errand);
    if (!written) co_return tl::unexpected(std::move(written).error());
    if (!*written) co_return tl::unexpected(errand.input->unreached());
    auto finished = co_await finish(*x_, **written);
    if (errand.clicks) next_click_ = clock_.now() + clicks_apart;
    CO_TRY_VOID(std::move(finished));
  }
  doubt.dispel();
  co_return Result<void>();
}

Task<Result<void>> CoreSeat::connect() {
  CO_TRY(x_, co_await XConnection::open(native_, display_));
  if (!x_->has(xcb_test_id))
    co_return fail(Layer::backend, ErrorCode::unsupported, "the X server lets nobody move its pointer (no XTEST)");
  CO_TRY_VOID(Keyboard::prepare(*x_));
  probe_ = new_probe(*x_);
  co_return Result<void>();
}

Task<Result<std::optional<unsigned>>> CoreSeat::attempt(Errand& errand) {
  x_->forget_events();
  ServerGrab grab(*x_);
  const Seated seated{*x_, probe_, errand.target};
  CO_TRY(const auto gesture, co_await errand.input->next(seated));
  if (!gesture) co_return std::nullopt;
  // From here to the sending nothing waits.
  if (errand.stop.stop_requested()) co_return async::stopped_error();
  if (errand.deadline.passed(clock_))
    co_return fail(Layer::backend, ErrorCode::timed_out, "there was no time left to act");
  CO_TRY(const auto written, grab.hand_over(*gesture));
  errand.began = true;
  errand.input->count_sent();
  co_return written;
}

Task<Result<std::optional<unsigned>>> CoreSeat::attempt_in_front(Errand& errand) {
  const auto limit = Deadline::after(clock_, front_limit).or_earlier(errand.deadline);
  const FrontWatch watch(*x_, errand.target.client);
  CO_TRY_VOID(co_await bring_to_front(*x_, errand.target.client, errand.target.top_level));
  for (;;) {
    CO_TRY(const auto written, co_await attempt(errand));
    if (written) co_return written;
    auto waiting = x_->next_event();
    auto event = co_await async::within(clock_, limit, std::move(waiting));
    if (!event && event.error().code == ErrorCode::timed_out) co_return std::nullopt;
    CO_TRY_VOID(std::move(event));
  }
}

}  // namespace secondseat::x11
