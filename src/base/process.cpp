#include "base/process.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process_child.hpp"
#include "base/try.hpp"

namespace secondseat::base {

namespace {

// glibc 2.36's <sys/pidfd.h> lacks extern "C", so C++ cannot link its functions; usable from 2.37 on.
int open_pidfd(pid_t pid) { return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)); }
int send_signal(int pidfd, int number) {
  return static_cast<int>(::syscall(SYS_pidfd_send_signal, pidfd, number, nullptr, 0));
}

/// The child's end, and for a pipe ours.
struct Ends {
  Fd child;  ///< empty: inherited
  Fd ours;
};

/// dup2() onto 0, 1 and 2 in the child must not overwrite a source that is still needed, so every source lies above them.
Result<Fd> above_standard_streams(int fd) {
  const int copy = ::fcntl(fd, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) return os_failure("duplicate a descriptor for a child", errno);
  return Fd(copy);
}

Result<Fd> open_for_child(const std::string& path, int flags) {
  const Fd fd(::open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, 0600));
  if (!fd) return os_failure(fmt::format("open {} for a child", path), errno);
  return above_standard_streams(fd.get());
}

class EndsMaker {
 public:
  explicit EndsMaker(int number) : reads_(number == STDIN_FILENO) {}

  Result<Ends> operator()(const stream::Inherit&) const { return Ends{}; }
  Result<Ends> operator()(const stream::Null&) const { return opened("/dev/null", reads_ ? O_RDONLY : O_WRONLY); }
  Result<Ends> operator()(const stream::File& file) const {
    return opened(file.path, reads_ ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC);
  }
  Result<Ends> operator()(const stream::Given& given) const {
    SS_TRY(auto child, above_standard_streams(given.fd));
    return Ends{std::move(child), Fd()};
  }
  Result<Ends> operator()(const stream::Pipe&) const {
    int fds[2];
    if (::pipe2(fds, O_CLOEXEC) != 0) return os_failure("create a pipe to a child", errno);
    Fd read_end(fds[0]);
    Fd write_end(fds[1]);
    Fd& theirs = reads_ ? read_end : write_end;
    SS_TRY(auto child, above_standard_streams(theirs.get()));
    return Ends{std::move(child), std::move(reads_ ? write_end : read_end)};
  }

 private:
  Result<Ends> opened(const std::string& path, int flags) const {
    SS_TRY(auto child, open_for_child(path, flags));
    return Ends{std::move(child), Fd()};
  }

  bool reads_;
};

Result<std::string> program_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path;
  while (!rest.empty()) {
    const auto directory = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(directory.size() + 1, rest.size()));
    auto candidate = fmt::format("{}/{}", directory, name);
    // An empty or relative entry would mean "whatever lies in the current directory".
    if (candidate.front() == '/' && directory.size() > 0 && ::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return fail(Layer::operating_system, ErrorCode::not_found, fmt::format("there is no program {} in PATH", name));
}

std::vector<std::string> child_environment(const ProcessOptions& options) {
  std::vector<std::string> list;
  if (options.environment) {
    list = *options.environment;
  } else {
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) list.emplace_back(*entry);
  }
  for (const auto& [name, value] : options.overrides) {
    const auto prefix = name + '=';
    std::erase_if(list, [&](const std::string& entry) { return entry.starts_with(prefix); });
    if (value) list.push_back(prefix + *value);
  }
  return list;
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  // execve() promises not to write through these.
  for (const auto& string : strings) result.push_back(const_cast<char*>(string.c_str()));
  result.push_back(nullptr);
  return result;
}

bool has_nul(const std::vector<std::string>& strings) {
  return std::any_of(strings.begin(), strings.end(),
                     [](const std::string& s) { return s.find('\0') != std::string::npos; });
}

ExitStatus status_of(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED) return {info.si_status, 0};
  return {0, info.si_status};
}

}  // namespace

Result<Process> Process::spawn(const std::vector<std::string>& argv, ProcessOptions options) {
  if (argv.empty() || argv.front().empty()) {
    return fail(Layer::internal, ErrorCode::invalid_argument, "a program to start needs a name");
  }
  const auto environment = child_environment(options);
  if (has_nul(argv) || has_nul(environment) || has_nul({options.directory})) {
    return fail(Layer::internal, ErrorCode::invalid_argument,
                "a NUL byte in the arguments or environment of a program to start");
  }
  SS_TRY(const auto path, program_path(argv.front()));
  SS_TRY(auto in, std::visit(EndsMaker(STDIN_FILENO), options.in));
  SS_TRY(auto out, std::visit(EndsMaker(STDOUT_FILENO), options.out));
  SS_TRY(auto err, std::visit(EndsMaker(STDERR_FILENO), options.err));
  SS_TRY(auto report, EndsMaker(STDOUT_FILENO)(stream::Pipe{}));

  const auto arguments = pointers(argv);
  const auto variables = pointers(environment);
  const ChildPlan plan{.path = path.c_str(),
                       .argv = arguments.data(),
                       .environment = variables.data(),
                       .directory = options.directory.empty() ? nullptr : options.directory.c_str(),
                       .streams = {in.child.get(), out.child.get(), err.child.get()},
                       .kept = options.kept,
                       .report = report.child.get(),
                       .own_group = options.group == ProcessGroup::own,
                       .parent = ::getpid(),
                       .parent_death_signal = options.parent_death_signal};

  Process process;
  process.group_ = options.group;
  process.grace_ = options.grace;
  process.pid_ = fork_and_execute(plan);
  if (process.pid_ < 0) return os_failure("create a process", errno);
  // The child is ours and not yet reaped, so its number cannot be another's.
  process.pidfd_.reset(open_pidfd(process.pid_));
  const int pidfd_error = errno;
  report.child.reset();
  if (!process.pidfd_) {
    ::kill(process.pid_, SIGKILL);
    while (::waitpid(process.pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    process.pid_ = -1;
    return os_failure("open a pidfd", pidfd_error);
  }
  if (const auto failure = read_report(report.ours.get())) {
    process.grace_ = std::chrono::milliseconds(0);
    return os_failure(fmt::format("start {}: {}", argv.front(), failure->step), failure->error_number);
  }
  process.in_ = std::move(in.ours);
  process.out_ = std::move(out.ours);
  process.err_ = std::move(err.ours);
  return process;
}

Process::Process(Process&& other) noexcept { *this = std::move(other); }

Process& Process::operator=(Process&& other) noexcept {
  if (this == &other) return *this;
  if (pidfd_) terminate();
  pid_ = std::exchange(other.pid_, -1);
  pidfd_ = std::move(other.pidfd_);
  in_ = std::move(other.in_);
  out_ = std::move(other.out_);
  err_ = std::move(other.err_);
  group_ = other.group_;
  grace_ = other.grace_;
  status_ = std::exchange(other.status_, std::nullopt);
  return *this;
}

Process::~Process() {
  if (pidfd_) terminate();
}

Result<void> Process::signal(int number) {
  if (!pidfd_ || status_) return {};
  // A group keeps its number while its leader is unreaped, so this is as safe as the pidfd.
  const int sent = group_ == ProcessGroup::own ? ::kill(-pid_, number) : send_signal(pidfd_.get(), number);
  if (sent != 0 && errno != ESRCH) return os_failure("signal a child", errno);
  return {};
}

Result<ExitStatus> Process::wait_until(TimePoint deadline) {
  if (!ended_by(deadline)) return fail(Layer::operating_system, ErrorCode::timed_out, "the child still runs");
  reap();
  return *status_;
}

Result<ExitStatus> Process::wait_for(std::chrono::milliseconds budget) {
  return wait_until(std::chrono::steady_clock::now() + budget);
}

bool Process::running() { return pidfd_ && !ended_by(TimePoint::min()); }

ExitStatus Process::terminate() {
  // A signal can only fail here for reasons that SIGKILL of our own child does not have, and the wait below decides anyway.
  if (grace_.count() > 0 && running()) {
    (void)signal(SIGTERM);
    (void)signal(SIGCONT);
    (void)ended_by(std::chrono::steady_clock::now() + grace_);
  }
  (void)signal(SIGKILL);  // also for what is left of the group of a child that has ended
  (void)ended_by(std::nullopt);
  reap();
  return *status_;
}

bool Process::ended_by(std::optional<TimePoint> deadline) const {
  if (status_ || !pidfd_) return true;
  pollfd watched{pidfd_.get(), POLLIN, 0};
  while (true) {
    int timeout = -1;
    if (deadline) {
      // The real clock, not a Clock: this wait blocks its thread, which no virtual time can end.
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(
          *deadline - std::min(*deadline, std::chrono::steady_clock::now()));
      timeout = static_cast<int>(std::min<std::chrono::milliseconds::rep>(left.count(), 60'000));
    }
    const int ready = ::poll(&watched, 1, timeout);
    if (ready > 0) return true;
    if (deadline && std::chrono::steady_clock::now() >= *deadline) return false;
  }
}

void Process::reap() {
  if (status_) return;
  siginfo_t info{};
  while (::waitid(P_PIDFD, static_cast<id_t>(pidfd_.get()), &info, WEXITED) != 0) {
    if (errno == EINTR) continue;
    // Somebody ignores SIGCHLD in this process: the kernel has reaped, and the status is not known to anyone.
    info.si_code = CLD_KILLED;
    info.si_status = SIGKILL;
    break;
  }
  status_ = status_of(info);
}

}  // namespace secondseat::base
