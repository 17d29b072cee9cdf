#include "base/process.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"

using namespace std::chrono_literals;
using namespace secondseat;
using base::ExitStatus;
using base::Fd;
using base::Process;
using base::ProcessGroup;
using base::ProcessOptions;
namespace stream = base::stream;

namespace {

std::string read_all(const Fd& fd) {
  std::string text;
  char buffer[4096];
  for (ssize_t got = 0; (got = ::read(fd.get(), buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(got));
  return text;
}

ProcessOptions with_output_pipe() {
  ProcessOptions options;
  options.out = stream::Pipe{};
  return options;
}

std::string output_of(const std::vector<std::string>& argv, ProcessOptions options) {
  auto process = Process::spawn(argv, std::move(options));
  REQUIRE(process);
  auto text = read_all(process->take_out());
  CHECK(process->wait_for(10s).value().success());
  return text;
}

bool readable(int fd, std::chrono::milliseconds budget) {
  pollfd watched{fd, POLLIN, 0};
  return ::poll(&watched, 1, static_cast<int>(budget.count())) == 1;
}

}  // namespace

TEST_CASE("a child's exit code and its signal are told apart") {
  auto failing = Process::spawn({"false"});
  auto killed = Process::spawn({"sleep", "60"});
  REQUIRE(failing);
  REQUIRE(killed);

  REQUIRE(killed->signal(SIGINT));

  CHECK(failing->wait_for(10s).value() == ExitStatus{1, 0});
  CHECK(killed->wait_for(10s).value() == ExitStatus{0, SIGINT});
  CHECK(killed->wait_for(0ms).value() == ExitStatus{0, SIGINT});
  CHECK(killed->signal(SIGTERM).has_value());
}

TEST_CASE("waiting for a child ends at its deadline and the child goes on") {
  auto process = Process::spawn({"sleep", "60"});
  REQUIRE(process);

  const auto status = process->wait_for(5ms);

  REQUIRE_FALSE(status);
  CHECK(status.error().code == ErrorCode::timed_out);
  CHECK(process->running());
}

TEST_CASE("a program that does not exist or cannot be executed is an error, not a child") {
  const auto missing = Process::spawn({"no-such-program-of-secondseat"});
  const auto absent = Process::spawn({"/nonexistent/program"});
  const auto directory = Process::spawn({"/tmp"});
  const auto nameless = Process::spawn({});

  CHECK(missing.error().code == ErrorCode::not_found);
  CHECK(absent.error().message == "start /nonexistent/program: execute: No such file or directory");
  CHECK(directory.error().message == "start /tmp: execute: Permission denied");
  CHECK(nameless.error().code == ErrorCode::invalid_argument);
}

TEST_CASE("a text file without an interpreter line is not handed to a shell") {
  const auto path = std::filesystem::temp_directory_path() / ("secondseat-process-test-" + std::to_string(::getpid()));
  std::ofstream(path) << "echo run by a shell\n";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);

  const auto process = Process::spawn({path.string()}, with_output_pipe());
  std::filesystem::remove(path);

  REQUIRE_FALSE(process);
  CHECK(process.error().message.ends_with("execute: Exec format error"));
}

TEST_CASE("arguments reach the program as they are") {
  CHECK(output_of({"printf", "%s|", "a b", "$HOME", "`id`", "", "*"}, with_output_pipe()) == "a b|$HOME|`id`||*|");
  CHECK(Process::spawn({"printf", std::string("a\0b", 3)}).error().code == ErrorCode::invalid_argument);
}

TEST_CASE("an explicit environment is the whole environment, and overrides set and remove names") {
  auto options = with_output_pipe();
  options.environment = std::vector<std::string>{"A=1", "B=2", "BB=3"};
  options.overrides = {{"A", "one"}, {"B", std::nullopt}, {"C", ""}};

  CHECK(output_of({"env"}, std::move(options)) == "BB=3\nA=one\nC=\n");
}

TEST_CASE("an inherited environment can be overridden") {
  auto options = with_output_pipe();
  options.overrides = {{"SS_PROCESS_TEST", "present"}};

  CHECK(output_of({"printenv", "SS_PROCESS_TEST"}, std::move(options)) == "present\n");
}

TEST_CASE("standard input from a pipe reaches the child and ends when our end is closed") {
  auto options = with_output_pipe();
  options.in = stream::Pipe{};
  auto process = Process::spawn({"cat"}, std::move(options));
  REQUIRE(process);

  auto in = process->take_in();
  REQUIRE(::write(in.get(), "hello", 5) == 5);
  in.reset();

  CHECK(read_all(process->take_out()) == "hello");
  CHECK(process->wait_for(10s).value().success());
}

TEST_CASE("streams lead to files and to given descriptors, crosswise as well") {
  const auto path = std::filesystem::temp_directory_path() / ("secondseat-process-test-" + std::to_string(::getpid()));
  int ends[2];
  REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
  const Fd read_end(ends[0]);
  Fd write_end(ends[1]);
  ProcessOptions options;
  options.out = stream::File{path.string()};
  options.err = stream::Given{write_end.get()};
  auto process = Process::spawn({"ls", "-d", "/", "/nonexistent"}, std::move(options));
  REQUIRE(process);
  write_end.reset();

  const auto complaint = read_all(read_end);
  const auto status = process->wait_for(10s).value();
  std::string line;
  std::getline(std::ifstream(path), line);
  std::filesystem::remove(path);

  CHECK(status.code == 2);
  CHECK(line == "/");
  CHECK(complaint.find("/nonexistent") != std::string::npos);
}

TEST_CASE("a child has no descriptors but its standard streams and those it is meant to keep") {
  const Fd leaky(::open("/dev/null", O_RDONLY));  // deliberately not close-on-exec
  const Fd kept(::open("/dev/zero", O_RDONLY | O_CLOEXEC));
  auto options = with_output_pipe();
  options.kept = {kept.get()};

  const auto listing = output_of({"find", "/proc/self/fd", "-mindepth", "1", "-printf", "%f %l\n"}, std::move(options));

  CHECK(listing.find(std::to_string(kept.get()) + " /dev/zero\n") != std::string::npos);
  CHECK(listing.find(std::to_string(leaky.get()) + " /dev/null\n") == std::string::npos);
}

TEST_CASE("a child starts with no signal ignored or blocked") {
  sigset_t usr1;
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  ::pthread_sigmask(SIG_BLOCK, &usr1, nullptr);

  const auto masks = output_of({"grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"}, with_output_pipe());
  ::pthread_sigmask(SIG_UNBLOCK, &usr1, nullptr);
  std::signal(SIGPIPE, before);

  CHECK(masks == "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

TEST_CASE("the end of the owner ends a stopped child within the grace") {
  Fd pidfd;
  {
    auto process = Process::spawn({"sleep", "60"});
    REQUIRE(process);
    REQUIRE(process->signal(SIGSTOP));
    pidfd.reset(::dup(process->pidfd()));
  }

  CHECK(readable(pidfd.get(), 0ms));
}

TEST_CASE("a child that ignores SIGTERM is killed after the grace") {
  ProcessOptions options = with_output_pipe();
  options.grace = 20ms;
  options.in = stream::Pipe{};
  // It waits by itself: a child of its own would outlive it and hold our standard error open.
  auto process = Process::spawn({"sh", "-c", "trap '' TERM; echo ready; read line"}, std::move(options));
  REQUIRE(process);
  const auto in = process->take_in();
  auto out = process->take_out();
  char ready[6];
  REQUIRE(::read(out.get(), ready, sizeof ready) == 6);

  CHECK(process->terminate() == ExitStatus{0, SIGKILL});
}

TEST_CASE("a group of its own ends as a whole, also after its leader") {
  ProcessOptions options = with_output_pipe();
  options.group = ProcessGroup::own;
  auto process = Process::spawn({"sh", "-c", "sleep 60 & echo started"}, std::move(options));
  REQUIRE(process);
  auto out = process->take_out();
  char started[8];
  REQUIRE(::read(out.get(), started, sizeof started) == 8);
  pollfd leader{process->pidfd(), POLLIN, 0};
  REQUIRE(::poll(&leader, 1, 10'000) == 1);

  process->terminate();

  CHECK(readable(out.get(), 10s));  // end of file: the grandchild held the last write end
  CHECK(::read(out.get(), started, 1) == 0);
}

TEST_CASE("a child does not outlive its parent's SIGKILL") {
  int ends[2];
  REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
  const Fd read_end(ends[0]);
  Fd write_end(ends[1]);

  const pid_t parent = ::fork();
  REQUIRE(parent >= 0);
  if (parent == 0) {
    ProcessOptions options;
    options.out = stream::Given{write_end.get()};
    auto child = Process::spawn({"sleep", "60"}, std::move(options));
    ::kill(::getpid(), SIGKILL);
    ::_exit(1);
  }
  write_end.reset();
  REQUIRE(::waitpid(parent, nullptr, 0) == parent);

  CHECK(readable(read_end.get(), 10s));  // end of file: nobody holds the write end any more
}

TEST_CASE("a moved process is owned once") {
  auto first = Process::spawn({"sleep", "60"});
  auto second = Process::spawn({"sleep", "60"});
  REQUIRE(first);
  REQUIRE(second);
  const Fd replaced(::dup(first->pidfd()));
  const auto kept = second->pid();

  *first = std::move(*second);

  CHECK(readable(replaced.get(), 0ms));
  CHECK(first->pid() == kept);
  CHECK(first->running());
  CHECK_FALSE(second->running());
}
