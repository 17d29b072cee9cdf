// Process: one child process, owned: started without a shell, signalled and awaited through its pidfd, gone when its owner is.
//
// Blocking, no event loop: whoever has one watches pidfd() there. Any thread, but PR_SET_PDEATHSIG is tied to the thread that
// called spawn(): when that thread ends, the child gets parent_death_signal. Spawn from a thread that lives as long as the child.
//
// The destructor waits (at most `grace`, then SIGKILL, which cannot be refused): a child that outlives its owner is the worse evil.
#pragma once

#include <chrono>
#include <csignal>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <sys/types.h>

#include "base/fd.hpp"
#include "secondseat/error.hpp"

namespace secondseat::base {

/// Where a standard stream of a child leads.
namespace stream {
struct Inherit {};
struct Null {};
struct Pipe {};  ///< our end is taken with take_in(), take_out(), take_err()
struct File {
  std::string path;  ///< read for stdin; created with mode 0600 and truncated for stdout and stderr
};
struct Given {
  int fd = -1;  ///< still the caller's afterwards
};
}  // namespace stream
using Stream = std::variant<stream::Inherit, stream::Null, stream::Pipe, stream::File, stream::Given>;

struct ExitStatus {
  int code = 0;    ///< meaningful when signal is 0
  int signal = 0;  ///< the signal that ended it, or 0

  bool success() const { return code == 0 && signal == 0; }
  friend bool operator==(const ExitStatus&, const ExitStatus&) = default;
};

enum class ProcessGroup { ours, own };

struct ProcessOptions {
  /// "NAME=value" each, complete; without it the child inherits our environment.
  std::optional<std::vector<std::string>> environment;
  /// Applied to either; no value means that the name is removed.
  std::vector<std::pair<std::string, std::optional<std::string>>> overrides;
  Stream in = stream::Null{};
  Stream out = stream::Inherit{};
  Stream err = stream::Inherit{};
  /// Descriptors above 2 that the child keeps, under the same number. Everything else is closed in it.
  std::vector<int> kept;
  std::string directory;  ///< empty: ours
  /// With a group of its own, signals and the end of this object reach the whole group.
  ProcessGroup group = ProcessGroup::ours;
  int parent_death_signal = SIGKILL;
  std::chrono::milliseconds grace{2000};
};

class Process final {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  /// A program without a slash is looked up in our PATH. Fails, with the child reaped, when the program cannot be executed.
  static Result<Process> spawn(const std::vector<std::string>& argv, ProcessOptions options = {});

  Process(Process&& other) noexcept;  ///< so that it can be returned, and kept in containers
  Process& operator=(Process&& other) noexcept;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  pid_t pid() const { return pid_; }
  /// Readable once the process has ended. Valid for the life of this object.
  int pidfd() const { return pidfd_.get(); }

  Fd take_in() { return std::move(in_); }
  Fd take_out() { return std::move(out_); }
  Fd take_err() { return std::move(err_); }

  /// Never reaches another process, however late it comes. An ended process is not an error.
  Result<void> signal(int number);
  /// The status, as often as asked; ErrorCode::timed_out when it still runs at the deadline.
  Result<ExitStatus> wait_until(TimePoint deadline);
  Result<ExitStatus> wait_for(std::chrono::milliseconds budget);
  bool running();

  /// SIGTERM (and SIGCONT, for a stopped process), at most `grace` of waiting, SIGKILL, and the status.
  ExitStatus terminate();

 private:
  Process() = default;
  bool ended_by(std::optional<TimePoint> deadline) const;
  void reap();

  pid_t pid_ = -1;
  Fd pidfd_;
  Fd in_, out_, err_;
  ProcessGroup group_ = ProcessGroup::ours;
  std::chrono::milliseconds grace_{0};
  std::optional<ExitStatus> status_;
};

}  // namespace secondseat::base
