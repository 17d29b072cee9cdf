// AtspiDesktop: the desktop as its applications describe it over the accessibility bus. Elements and actions, no pictures; input
// through the seat that it was given. It connects at the first call, and again at the first call after the bus was lost. AX thread only; the clock must
// outlive it.
#pragma once

#include <asio/any_io_executor.hpp>

#include <memory>
#include <string>
#include <vector>

#include "async/turnstile.hpp"
#include "desktop/seat.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::atspi {

class Connection;

class AtspiDesktop final : public Desktop {
 public:
  /// `native` is the AX thread's. The address as in DBUS_SESSION_BUS_ADDRESS: without a local socket in it, every call fails.
  /// Without a seat, input is refused as unsupported.
  AtspiDesktop(asio::any_io_executor native, Clock& clock, std::string session_bus_address,
               std::unique_ptr<desktop::Seat> seat = nullptr);
  ~AtspiDesktop() override;

  Task<Result<std::vector<RunningApplication>>> applications(Deadline deadline) override;
  Task<Result<std::vector<Window>>> windows(NativeRef application, Deadline deadline) override;
  /// Never with a picture.
  Task<Result<WindowContent>> read(ReadWindow request, Deadline deadline) override;
  Task<Result<Performed>> perform(Perform request, std::stop_token stop, Deadline deadline) override;
  Task<void> close() override;

 private:
  using Held = std::shared_ptr<Connection>;  // owners: the desktop, and each call that is still at work on it
  Task<Result<Held>> connect(Deadline deadline);
  Task<Result<Held>> connect_in_turn();
  Task<Result<std::vector<RunningApplication>>> list(Deadline deadline);
  Task<Result<std::vector<Window>>> list_windows_of(NativeRef application);
  Task<Result<WindowContent>> read_window(ReadWindow request);

  asio::any_io_executor native_;
  Clock& clock_;
  std::string session_bus_address_;
  std::unique_ptr<desktop::Seat> seat_;
  async::Turnstile connecting_;
  Held connection_;
};

}  // namespace secondseat::atspi
