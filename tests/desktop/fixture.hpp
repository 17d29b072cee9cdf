// Fixture: one fixture program on a Stage, and what it says reached its widgets. The test's only witness: what happened is read
// from the application, not from what was reported about it. Throws std::runtime_error when it waits in vain.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/process.hpp"
#include "desktop/patience.hpp"
#include "desktop/stage.hpp"

namespace secondseat::stage {

enum class Toolkit { gtk3, gtk4 };

/// Whether the fixture's window is waited for, or only its process begun.
enum class Begin { painted, process };

class Fixture {
 public:
  /// Returns once its window is painted on the screen, unless told otherwise. `options` as tests/fixtures/fixture_options.hpp
  /// names them.
  Fixture(const Stage& stage, Toolkit toolkit, const std::vector<std::string>& options = {},
          Begin begin = Begin::painted);

  /// For one whose process has only begun; send() needs it.
  void wait_until_painted();

  pid_t pid() const { return process_.pid(); }
  base::Process& process() { return process_; }

  /// How often it happened: counter("count_button.clicked"). Throws if there is no such counter.
  int counter(const std::string& name) const;
  /// What the widget holds: value("name_entry").
  nlohmann::json value(const std::string& widget) const;
  nlohmann::json table() const;
  /// No widget has noticed anything yet, however often it was looked at.
  bool untouched() const;

  void wait_for_counter(const std::string& name, int at_least,
                        std::chrono::milliseconds budget = std::chrono::seconds{10});
  void wait_until(const std::function<bool(const nlohmann::json& table)>& holds,
                  std::chrono::milliseconds budget = std::chrono::seconds{10});

  /// A command of tests/fixtures/faults.hpp; returns when its effect is there, throws if it answers with anything but "ok".
  void send(const std::string& command);

 private:
  std::string counters_;
  std::string control_;
  DirectoryWatch watch_;
  base::Process process_;
  base::Fd socket_;
};

/// Stopped by SIGSTOP while this lives: it neither answers nor dies.
class Frozen {
 public:
  explicit Frozen(Fixture& fixture);
  Frozen(const Frozen&) = delete;
  Frozen& operator=(const Frozen&) = delete;
  ~Frozen();

 private:
  Fixture& fixture_;
};

}  // namespace secondseat::stage
