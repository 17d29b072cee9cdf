// Sitting: the core seat of a Stage on a loop of its own, used synchronously, and eyes for where things are. Any one thread.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include <unistd.h>

#include <asio/co_spawn.hpp>
#include <asio/io_context.hpp>

#include "async/clock.hpp"
#include "desktop/asking.hpp"
#include "desktop/fixture.hpp"
#include "desktop/x11/core_seat.hpp"

namespace secondseat::stage {

class Sitting {
 public:
  explicit Sitting(const std::string& display) : seat_(io_.get_executor(), clock_, display) {}

  Result<Performed> send(desktop::Input input, desktop::Aim aim, std::stop_token stop = {},
                         std::chrono::milliseconds budget = std::chrono::seconds{10}) {
    return wait_for(seat_.send(std::move(input), std::move(aim), std::move(stop), Deadline::after(clock_, budget)));
  }
  Result<void> make_active(desktop::Aim aim) {
    return wait_for(seat_.make_active(std::move(aim), {}, Deadline::after(clock_, std::chrono::seconds{10})));
  }

  Clock::Alarm ring_in(std::chrono::milliseconds time, std::function<void()> ring) {
    return clock_.ring_at(io_.get_executor(), clock_.now() + time, std::move(ring));
  }

 private:
  template <class T>
  T wait_for(Task<T> task) {
    std::optional<T> answer;
    auto keep = [&answer](std::exception_ptr failure, T given) {
      if (failure) std::rethrow_exception(failure);
      answer = std::move(given);
    };
    io_.restart();
    asio::co_spawn(io_, std::move(task), std::move(keep));
    io_.run();
    return std::move(*answer);
  }

  async::SystemClock clock_;
  asio::io_context io_{1};
  x11::CoreSeat seat_;
};

constexpr const char* fixture_title = "secondseat fixture";

inline desktop::Aim aim_at(const Fixture& fixture, std::string title = fixture_title) {
  desktop::Aim aim;
  aim.pid = fixture.pid();
  aim.title = std::move(title);
  return aim;
}

/// For the windows of a Bystander, which are this process's.
inline desktop::Aim aim_at_ourselves(std::string title) {
  desktop::Aim aim;
  aim.pid = ::getpid();
  aim.title = std::move(title);
  return aim;
}

/// Where a tree has its elements. Throws std::runtime_error if there is none of that name.
class Eyes {
 public:
  Eyes(const Stage& stage, const Fixture& fixture) : asking_(stage), window_(asking_.only_window_of(fixture.pid())) {}

  Rect window() { return asking_.windows(window_.application).at(0).on_screen; }
  bool see(const std::string& name) { return find(name).has_value(); }
  Rect bounds_of(const std::string& name) {
    const auto found = find(name);
    if (!found) throw std::runtime_error("nothing is called " + name);
    return *found;
  }
  Point centre_of(const std::string& name) {
    const auto bounds = bounds_of(name);
    return {bounds.x + bounds.width / 2, bounds.y + bounds.height / 2};
  }

 private:
  std::optional<Rect> find(const std::string& name) {
    for (const auto& node : asking_.tree(window_).nodes)
      if (node.name == name && node.bounds.width > 0) return node.bounds;
    return std::nullopt;
  }

  Asking asking_;
  ReadWindow window_;
};

inline bool accepted(const Result<Performed>& sent) { return sent && sent->delivery == Delivery::accepted; }
inline std::string refusal(const Result<Performed>& sent) { return sent ? "" : sent.error().describe(); }

}  // namespace secondseat::stage
