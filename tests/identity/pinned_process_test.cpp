// Pinning, with real children.
#include "identity/pinned_process.hpp"

#include <csignal>
#include <string>

#include <unistd.h>

#include "async/virtual_time.hpp"
#include "base/process.hpp"
#include "catch.hpp"
#include "identity/proc_stat.hpp"
#include "identity/system_identities.hpp"

using namespace std::chrono_literals;
using namespace secondseat;
using base::Process;
using base::ProcessOptions;
using identity::PinnedProcess;
using identity::SystemIdentities;
namespace stream = base::stream;

namespace {

/// What a child that runs has to say; waits for it, and for no clock.
char next_byte(const base::Fd& out) {
  char byte = 0;
  return ::read(out.get(), &byte, 1) == 1 ? byte : '\0';
}

/// A shell that says "1" when it runs and, told so by a line, becomes `cat`, which repeats what follows.
Result<Process> spawn_changing() {
  ProcessOptions options;
  options.in = stream::Pipe{};
  options.out = stream::Pipe{};
  return Process::spawn({"sh", "-c", "printf 1; read line; exec cat"}, std::move(options));
}

Result<std::shared_ptr<const ProcessInstance>> pin(pid_t pid) {
  async::TestLoop loop;
  SystemIdentities identities;
  Result<std::shared_ptr<const ProcessInstance>> pinned;
  loop.run([&]() -> Task<void> { pinned = co_await identities.pin(pid); });
  return pinned;
}

}  // namespace

TEST_CASE("a child is pinned with its path, and fails the check once it is dead") {
  auto child = Process::spawn({"sleep", "60"});
  REQUIRE(child);

  const auto pinned = pin(child->pid());
  REQUIRE(pinned);
  const auto alive = (*pinned)->check();
  REQUIRE(child->signal(SIGKILL));
  REQUIRE(child->wait_for(10s));
  const auto dead = (*pinned)->check();

  CHECK((*pinned)->pid() == child->pid());
  CHECK((*pinned)->identity().path.front() == '/');
  CHECK((*pinned)->identity().digest.size() == 64);
  CHECK(alive);
  CHECK(dead.error().code == ErrorCode::stale);
}

TEST_CASE("a process that becomes another program fails the check") {
  auto child = spawn_changing();
  REQUIRE(child);
  const auto in = child->take_in();
  const auto out = child->take_out();
  REQUIRE(next_byte(out) == '1');

  const auto pinned = PinnedProcess::create(child->pid());
  REQUIRE(pinned);
  const auto before = (*pinned)->check();
  REQUIRE(::write(in.get(), "\n2", 2) == 2);
  REQUIRE(next_byte(out) == '2');
  const auto after = (*pinned)->check();

  CHECK(before);
  CHECK(after.error().code == ErrorCode::stale);
  CHECK(after.error().message.find("another program") != std::string::npos);
}

TEST_CASE("two processes of one program have one identity and two instances") {
  auto one = Process::spawn({"sleep", "60"});
  auto two = Process::spawn({"sleep", "60"});
  REQUIRE(one);
  REQUIRE(two);

  const auto first = pin(one->pid());
  const auto again = pin(one->pid());
  const auto second = pin(two->pid());

  CHECK(first.value()->identity().digest == second.value()->identity().digest);
  CHECK(first.value()->instance_id() != second.value()->instance_id());
  CHECK(first.value()->instance_id() == again.value()->instance_id());
}

TEST_CASE("we and what we run under are never pinned") {
  CHECK(pin(::getpid()).error().code == ErrorCode::denied);
  CHECK(pin(::getppid()).error().code == ErrorCode::denied);
  CHECK(pin(0).error().code == ErrorCode::denied);
  CHECK(pin(-1).error().code == ErrorCode::denied);
}

TEST_CASE("a process that does not exist cannot be pinned") {
  CHECK(pin(2'000'000'000).error().code == ErrorCode::stale);
}

TEST_CASE("the digest tells its parts apart") {
  Identity one;
  one.kind = "ab";
  one.path = "c";
  Identity two;
  two.kind = "a";
  two.path = "bc";

  CHECK(identity::identity_digest(one) != identity::identity_digest(two));
}

TEST_CASE("a program's name in /proc cannot forge the fields after it") {
  const auto stat =
      identity::parse_proc_stat("42 (evil) R 1 (x) S 7 42 42 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 123456 1 1");

  REQUIRE(stat);
  CHECK(stat->parent == 7);
  CHECK(stat->start_time == 123456);
  CHECK_FALSE(identity::parse_proc_stat("42 (no end"));
  CHECK_FALSE(identity::parse_proc_stat("42 (short) S 7"));
}
