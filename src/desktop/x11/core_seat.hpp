// CoreSeat: the pointer and the keyboard that everybody uses, through XTEST. It moves the user's pointer and may bring the window
// to the front; it presses only where the application's own window is hit, and types only where it has the focus. AX thread only;
// one input at a time, others queue. The clock must outlive it.
//
// Connects when it is first used, and again after any doubt. What is pressed is released by the X server, also when we are killed
// in between (gesture.hpp).
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <asio/any_io_executor.hpp>

#include "async/turnstile.hpp"
#include "desktop/seat.hpp"
#include "desktop/x11/x_connection.hpp"
#include "secondseat/clock.hpp"

namespace secondseat::x11 {

class CoreSeat final : public desktop::Seat {
 public:
  CoreSeat(asio::any_io_executor native, Clock& clock, std::string display);
  CoreSeat(const CoreSeat&) = delete;
  CoreSeat& operator=(const CoreSeat&) = delete;
  ~CoreSeat() override;

  /// What is sent in several parts (text) and ended between them is Delivery::no_answer, and the reason says how much was sent.
  Task<Result<Performed>> send(desktop::Input input, desktop::Aim aim, std::stop_token stop,
                               Deadline deadline) override;
  Task<Result<void>> make_active(desktop::Aim aim, std::stop_token stop, Deadline deadline) override;
  void close() override { x_.reset(); }

 private:
  struct Errand;
  /// The whole errand by its deadline.
  Task<Result<void>> run_until_deadline(Errand& errand);
  Task<Result<void>> run(Errand& errand);
  Task<Result<void>> connect();
  /// One gesture, or nothing while it would reach another window. Waits for nobody else while it has the server to itself.
  Task<Result<std::optional<unsigned>>> attempt(Errand& errand);
  Task<Result<std::optional<unsigned>>> attempt_in_front(Errand& errand);

  asio::any_io_executor native_;
  Clock& clock_;
  std::string display_;
  async::Turnstile line_;
  std::unique_ptr<XConnection> x_;
  Clock::TimePoint next_click_ = {};  ///< not before, so that two clicks are not taken for a double click
  xcb_window_t probe_ = XCB_NONE;     ///< new_probe()
};

}  // namespace secondseat::x11
