#include "base/process_child.hpp"

#include <cerrno>
#include <csignal>
#include <iterator>

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace secondseat::base {

namespace {

constexpr const char* steps[] = {"bind it to its parent",
                                 "create its process group",
                                 "enter its directory",
                                 "connect its standard streams",
                                 "close other descriptors",
                                 "keep a descriptor",
                                 "execute"};
enum Step : int { bind_to_parent, create_group, enter_directory, connect_streams, close_others, keep, execute };

struct Report {
  int step;
  int error_number;
};

[[noreturn]] void give_up(const ChildPlan& plan, Step step) {
  const Report report{step, errno};
  // Smaller than PIPE_BUF, so written whole or not at all; if the parent is gone there is nobody to tell.
  [[maybe_unused]] const auto written = ::write(plan.report, &report, sizeof report);
  ::_exit(127);
}

/// execve() keeps ignored signals ignored; a program of ours must not start with our SIGPIPE setting.
void reset_signals() {
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) ::sigaction(number, &standard, nullptr);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void run_child(const ChildPlan& plan) {
  reset_signals();
  if (plan.parent_death_signal != 0) {
    if (::prctl(PR_SET_PDEATHSIG, plan.parent_death_signal) != 0) give_up(plan, bind_to_parent);
    if (::getppid() != plan.parent) ::_exit(127);  // the parent died before the line above could notice
  }
  if (plan.own_group && ::setpgid(0, 0) != 0) give_up(plan, create_group);
  if (plan.directory != nullptr && ::chdir(plan.directory) != 0) give_up(plan, enter_directory);
  for (int number = 0; number < 3; ++number) {
    const int source = plan.streams[static_cast<std::size_t>(number)];
    if (source >= 0 && ::dup2(source, number) < 0) give_up(plan, connect_streams);
  }
  if (::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) != 0) give_up(plan, close_others);
  for (const int fd : plan.kept) {
    if (::fcntl(fd, F_SETFD, 0) != 0) give_up(plan, keep);
  }
  ::execve(plan.path, plan.argv, plan.environment);
  give_up(plan, execute);
}

}  // namespace

pid_t fork_and_execute(const ChildPlan& plan) {
  // No handler of ours may run in the child before its signals are reset.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::fork();
  if (pid == 0) run_child(plan);
  const int error_number = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error_number;
  return pid;
}

std::optional<ChildFailure> read_report(int fd) {
  Report report{};
  ssize_t got = 0;
  do got = ::read(fd, &report, sizeof report);
  while (got < 0 && errno == EINTR);
  if (got != sizeof report || report.step < 0 || report.step >= static_cast<int>(std::size(steps))) return std::nullopt;
  return ChildFailure{steps[report.step], report.error_number};
}

}  // namespace secondseat::base
