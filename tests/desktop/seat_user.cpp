// A program that sends one input through the core seat, for a test to kill: seat_user PID TITLE click|drag|type. Exits with 0 once
// it was accepted.
#include <cstdlib>
#include <string>

#include <asio/co_spawn.hpp>
#include <asio/io_context.hpp>

#include "async/clock.hpp"
#include "desktop/x11/core_seat.hpp"

using namespace secondseat;

namespace {

desktop::Input input_called(const std::string& name) {
  if (name == "type") {
    TypeText type;
    type.text = std::string(40, 'X');
    return type;
  }
  if (name == "drag") {
    DragPointer drag;
    drag.at = {10, 10};
    drag.to = {100, 100};
    return drag;
  }
  PressButton press;
  press.at = {10, 10};
  press.count = 2;
  return press;
}

}  // namespace

int main(int argc, char** argv) {
  const char* display = std::getenv("DISPLAY");
  if (argc != 4 || display == nullptr) return 2;
  desktop::Aim aim;
  aim.pid = static_cast<pid_t>(std::strtol(argv[1], nullptr, 10));
  aim.title = argv[2];
  async::SystemClock clock;
  asio::io_context io(1);
  x11::CoreSeat seat(io.get_executor(), clock, display);
  bool accepted = false;
  auto keep = [&accepted](std::exception_ptr failure, Result<Performed> sent) {
    accepted = !failure && sent && sent->delivery == Delivery::accepted;
  };
  asio::co_spawn(io, seat.send(input_called(argv[3]), aim, {}, Deadline::after(clock, std::chrono::seconds{20})), keep);
  io.run();
  return accepted ? 0 : 1;
}
