#include "desktop/linux/linux_desktop.hpp"

#include <utility>

#include "base/try.hpp"
#include "desktop/atspi/atspi_desktop.hpp"
#include "desktop/x11/core_seat.hpp"

namespace secondseat::desktop {

LinuxDesktop::LinuxDesktop(std::unique_ptr<Desktop> elements, std::unique_ptr<x11::Camera> camera)
    : elements_(std::move(elements)), camera_(std::move(camera)) {}

Task<Result<std::vector<RunningApplication>>> LinuxDesktop::applications(Deadline deadline) {
  CO_TRY(auto running, co_await elements_->applications(deadline));
  pids_.clear();
  for (const auto& application : running) pids_.emplace(application.ref, application.pid);
  co_return running;
}

Task<Result<std::vector<Window>>> LinuxDesktop::windows(NativeRef application, Deadline deadline) {
  co_return co_await elements_->windows(std::move(application), deadline);
}

Task<Result<WindowContent>> LinuxDesktop::read(ReadWindow request, Deadline deadline) {
  const auto application = request.application;
  const auto limits = request.limits;
  const bool picture_wanted = std::exchange(request.picture, false);
  CO_TRY(auto content, co_await elements_->read(std::move(request), deadline));
  if (!picture_wanted) co_return content;
  const auto pid = co_await pid_of(application, deadline);
  if (!pid) {
    content.no_picture_because = "There is no picture because the application's process is not known.";
    co_return content;
  }
  x11::Subject subject;
  subject.pid = *pid;
  subject.title = content.window.title;
  subject.on_screen = content.window.on_screen;
  auto shot = co_await camera_->shoot(std::move(subject), limits, deadline);
  if (!shot) {
    content.no_picture_because = "There is no picture because " + shot.error().message + ".";
    co_return content;
  }
  if (shot->minimised) content.window.minimised = true;
  content.picture = std::move(shot->picture);
  content.no_picture_because = std::move(shot->because);
  co_return content;
}

Task<Result<Performed>> LinuxDesktop::perform(Perform request, std::stop_token stop, Deadline deadline) {
  co_return co_await elements_->perform(std::move(request), std::move(stop), deadline);
}

Task<void> LinuxDesktop::close() {
  camera_->close();
  co_await elements_->close();
}

Task<Result<pid_t>> LinuxDesktop::pid_of(NativeRef application, Deadline deadline) {
  if (const auto known = pids_.find(application); known != pids_.end()) co_return known->second;
  CO_TRY(const auto running, co_await applications(deadline));
  if (const auto known = pids_.find(application); known != pids_.end()) co_return known->second;
  co_return fail(Layer::application, ErrorCode::stale, "the application is gone");
}

std::unique_ptr<Desktop> open_linux_desktop(asio::any_io_executor native, Clock& clock, LinuxSession session) {
  auto seat = std::make_unique<x11::CoreSeat>(native, clock, session.display);
  auto elements =
      std::make_unique<atspi::AtspiDesktop>(native, clock, std::move(session.session_bus_address), std::move(seat));
  auto camera = std::make_unique<x11::Camera>(std::move(native), clock, std::move(session.display));
  return std::make_unique<LinuxDesktop>(std::move(elements), std::move(camera));
}

}  // namespace secondseat::desktop
