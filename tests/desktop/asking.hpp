// Asking: the accessibility backend on a loop of its own, asked synchronously. Any one thread.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <asio/co_spawn.hpp>
#include <asio/io_context.hpp>

#include "async/clock.hpp"
#include "desktop/atspi/atspi_desktop.hpp"
#include "desktop/stage.hpp"

namespace secondseat::stage {

class Asking {
 public:
  explicit Asking(const Stage& stage) : desktop_(io_.get_executor(), clock_, stage.session_bus_address()) {}
  ~Asking() {
    io_.restart();
    asio::co_spawn(io_, desktop_.close(), [](std::exception_ptr) {});
    io_.run();
  }

  /// `meanwhile` runs when the question is on its way.
  template <class T>
  T answer(
      Task<T> question, const std::function<void()>& meanwhile = [] {}) {
    std::optional<T> answered;
    auto finish = [&answered](std::exception_ptr failure, T result) {
      if (failure) std::rethrow_exception(failure);
      answered = std::move(result);
    };
    asio::co_spawn(io_, std::move(question), std::move(finish));
    meanwhile();
    io_.restart();
    while (!answered) io_.run_one();
    return std::move(*answered);
  }

  Deadline in(std::chrono::seconds budget) { return Deadline::after(clock_, budget); }
  std::vector<RunningApplication> applications() {
    return answer(desktop_.applications(in(std::chrono::seconds{20}))).value();
  }
  std::vector<Window> windows(const NativeRef& application) {
    return answer(desktop_.windows(application, in(std::chrono::seconds{20}))).value();
  }
  ReadWindow only_window_of(pid_t pid) {
    for (const auto& running : applications())
      if (running.pid == pid) return {running.ref, running.windows.at(0).ref, false, {}, {}};
    throw std::runtime_error("the application is not listed");
  }
  Tree tree(const ReadWindow& window) {
    return answer(desktop_.read(window, in(std::chrono::seconds{20}))).value().tree;
  }
  Result<Performed> perform(Perform request, std::stop_token stop = {}) {
    return answer(desktop_.perform(std::move(request), std::move(stop), in(std::chrono::seconds{20})));
  }
  Desktop& desktop() { return desktop_; }

 private:
  async::SystemClock clock_;
  asio::io_context io_{1};
  atspi::AtspiDesktop desktop_;
};

}  // namespace secondseat::stage
