// LinuxDesktop: what a Linux session can do, put together: elements and actions from the accessibility bus, pictures, pointer and
// keyboard from the X server. Without one everything else works, and a sentence says why there is no picture and no input. AX thread only; the clock
// must outlive it.
#pragma once

#include <asio/any_io_executor.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "desktop/x11/camera.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::desktop {

/// Where the session is, as its environment says; either may be empty or wrong, which the calls then report.
struct LinuxSession {
  std::string session_bus_address;  ///< DBUS_SESSION_BUS_ADDRESS
  std::string display;              ///< DISPLAY
};

class LinuxDesktop final : public Desktop {
 public:
  LinuxDesktop(std::unique_ptr<Desktop> elements, std::unique_ptr<x11::Camera> camera);

  Task<Result<std::vector<RunningApplication>>> applications(Deadline deadline) override;
  Task<Result<std::vector<Window>>> windows(NativeRef application, Deadline deadline) override;
  /// The picture is taken after the tree, of the window as the tree names it. No failure of the camera is one of the read.
  Task<Result<WindowContent>> read(ReadWindow request, Deadline deadline) override;
  Task<Result<Performed>> perform(Perform request, std::stop_token stop, Deadline deadline) override;
  Task<void> close() override;

 private:
  Task<Result<pid_t>> pid_of(NativeRef application, Deadline deadline);

  std::unique_ptr<Desktop> elements_;
  std::unique_ptr<x11::Camera> camera_;
  std::map<NativeRef, pid_t> pids_;  // of the latest listing
};

/// Touches neither bus nor screen before it is asked for something. `native` is the AX thread's executor.
std::unique_ptr<Desktop> open_linux_desktop(asio::any_io_executor native, Clock& clock, LinuxSession session);

}  // namespace secondseat::desktop
