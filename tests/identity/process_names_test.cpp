// Who may be meant by a name, with real children.
#include "identity/process_names.hpp"

#include <algorithm>
#include <csignal>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

#include "base/process.hpp"
#include "catch.hpp"
#include "identity/system_identities.hpp"

using namespace std::chrono_literals;
using namespace secondseat;
using base::Process;
using base::ProcessOptions;
using identity::processes_called;
namespace stream = base::stream;

namespace {

bool is_meant(const Process& process, std::string_view name) {
  const auto pids = processes_called(name);
  return std::find(pids.begin(), pids.end(), process.pid()) != pids.end();
}

/// Runs what is called so, as the kernel calls a script by its own name; it has said so when this returns.
Process named(const std::string& name) {
  ProcessOptions options;
  options.in = stream::Pipe{};
  options.out = stream::Pipe{};
  auto child =
      Process::spawn({"sh", "-c", "printf %s \"$0\" >/proc/self/comm; printf 1; read line", name}, std::move(options));
  REQUIRE(child);
  const auto out = child->take_out();
  char byte = 0;
  REQUIRE(::read(out.get(), &byte, 1) == 1);
  return *std::move(child);
}

}  // namespace

TEST_CASE("a process is meant by its program's path, the last part of it in any case, and its number") {
  auto child = Process::spawn({"sleep", "60"});
  REQUIRE(child);

  CHECK(is_meant(*child, "/usr/bin/sleep"));
  CHECK(is_meant(*child, "Sleep"));
  CHECK(is_meant(*child, "pid:" + std::to_string(child->pid())));
  for (const auto* other :
       {"slee", "sleeps", "bin/sleep", "/USR/BIN/SLEEP", "", "pid:", "pid:x", "pid:-1", "pid:0", "/"})
    CHECK_FALSE(is_meant(*child, other));
}

TEST_CASE("a script is meant by its own name, also by one that the kernel has cut") {
  const auto script = named("virt-manager");
  const auto cut = named("gnome-text-editor");

  CHECK(is_meant(script, "Virt-Manager"));
  CHECK_FALSE(is_meant(script, "virt-manager-2"));
  CHECK(is_meant(cut, "gnome-text-editor"));
}

TEST_CASE("what has ended is not meant any more, although nobody has waited for it") {
  auto child = Process::spawn({"sleep", "60"});
  REQUIRE(child);
  const auto number = "pid:" + std::to_string(child->pid());
  siginfo_t seen{};

  REQUIRE(child->signal(SIGKILL));
  REQUIRE(::waitid(P_PID, static_cast<id_t>(child->pid()), &seen, WEXITED | WNOWAIT) == 0);

  CHECK(processes_called(number).empty());
}

TEST_CASE("nobody waits for ourselves, or for what we run under") {
  identity::SystemIdentities identities;
  auto child = Process::spawn({"sleep", "60"});
  REQUIRE(child);

  CHECK(identities.runs("pid:" + std::to_string(child->pid())));
  CHECK_FALSE(identities.runs("pid:" + std::to_string(::getpid())));
  CHECK_FALSE(identities.runs("pid:" + std::to_string(::getppid())));
}
