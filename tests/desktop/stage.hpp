// Stage: a private desktop for one test: X server, session bus, accessibility bus and, if wanted, a window manager.
//
// Nothing of the user's desktop is touched, and nothing outlives the object: every program is a child of ours, ended by its
// pidfd also when the test fails. The constructor returns once everything answers, or throws. Any one thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/process.hpp"

namespace secondseat::stage {

enum class WindowManager { none, openbox };

class Stage {
 public:
  struct Options {
    WindowManager window_manager = WindowManager::none;
    std::string screen = "1280x800x24";
    std::vector<std::string> environment = {};  ///< "NAME=value" each, besides what a desktop needs
  };

  Stage() : Stage(Options{}) {}
  explicit Stage(const Options& options);
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage();

  /// "NAME=value" each, complete: what a program needs to show itself here, and nothing of the tester's own environment.
  const std::vector<std::string>& environment() const { return environment_; }
  const std::string& display() const { return display_; }
  const std::string& session_bus_address() const { return session_bus_; }
  /// Private, and removed at the end. Short enough for the path of a socket.
  const std::string& directory() const { return directory_; }

  /// Starts a program here, its output in `log` below directory().
  base::Process start(const std::vector<std::string>& argv, const std::string& log) const;
  /// What the X server's death does to others is a test's business.
  void end_x_server() { x_server_.reset(); }
  void end_session_bus() { bus_.reset(); }

 private:
  void start_x_server(const std::string& screen);
  void start_session_bus();
  void start_accessibility_bus();
  void start_window_manager();

  struct Directory {  // removed last, when nobody writes there any more
    std::string path;
    ~Directory();
  };
  Directory removed_last_;
  const std::string& directory_ = removed_last_.path;
  std::string display_;
  std::string session_bus_;
  std::vector<std::string> environment_;
  std::optional<base::Process> x_server_;
  std::optional<base::Process> bus_;
  std::optional<base::Process> accessibility_;
  std::optional<base::Process> window_manager_;
};

}  // namespace secondseat::stage
