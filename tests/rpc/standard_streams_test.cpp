#include "rpc/standard_streams.hpp"

#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

#include "catch.hpp"
#include "stdio_harness.hpp"

using namespace secondseat;
using namespace secondseat::test;

namespace {

/// Puts descriptors in the place of 0, 1 and 2 for as long as it lives; -1 closes one.
class StandardStreams {
 public:
  StandardStreams(int in, int out, int err) {
    std::fflush(nullptr);
    const int given[] = {in, out, err};
    for (int fd = 0; fd < 3; ++fd) {
      saved_[fd] = ::fcntl(fd, F_DUPFD_CLOEXEC, 3);
      if (given[fd] < 0) {
        ::close(fd);
      } else {
        ::dup2(given[fd], fd);
      }
    }
  }
  ~StandardStreams() {
    for (int fd = 0; fd < 3; ++fd) {
      ::dup2(saved_[fd], fd);
      ::close(saved_[fd]);
    }
  }
  StandardStreams(const StandardStreams&) = delete;

 private:
  int saved_[3] = {-1, -1, -1};
};

bool is_open(int fd) { return ::fcntl(fd, F_GETFD) >= 0; }

}  // namespace

TEST_CASE("what is printed after claiming standard output goes to standard error") {
  auto [client, out] = pipe_from_server();
  auto [log, err] = pipe_from_server();
  bool claimed = false;
  ssize_t printed = 0;

  {
    const StandardStreams streams(0, out.get(), err.get());
    const auto ours = rpc::claim_stdout();
    claimed = ours.has_value() && ours->get() > 2;
    printed = ::write(STDOUT_FILENO, "noise", 5);
    if (claimed) write_all(*ours, "protocol");
  }

  CHECK(claimed);
  CHECK(printed == 5);
  CHECK(read_available(client) == "protocol");
  CHECK(read_available(log) == "noise");
}

TEST_CASE("with standard error closed what is printed goes nowhere, and no number stays free") {
  auto [client, out] = pipe_from_server();
  bool claimed = false;
  bool all_taken = false;
  ssize_t printed = 0;

  {
    const StandardStreams streams(0, out.get(), -1);
    const auto ours = rpc::claim_stdout();
    claimed = ours.has_value();
    all_taken = is_open(0) && is_open(1) && is_open(2);
    printed = ::write(STDOUT_FILENO, "noise", 5);
  }

  CHECK(claimed);
  CHECK(all_taken);
  CHECK(printed == 5);
  CHECK(read_available(client).empty());
}

TEST_CASE("closed standard streams are an error that says so") {
  Result<base::Fd> in;
  Result<base::Fd> out;

  {
    const StandardStreams streams(-1, -1, -1);
    out = rpc::claim_stdout();
    in = rpc::claim_stdin();
  }

  REQUIRE_FALSE(in);
  REQUIRE_FALSE(out);
  CHECK(in.error().message == "standard input is closed");
  CHECK(out.error().message == "standard output is closed");
}

TEST_CASE("standard input is ours alone once it is claimed") {
  auto [say, in] = pipe_to_server();
  write_all(say, "protocol");
  std::string heard;
  char byte = 0;
  ssize_t left = -1;

  {
    const StandardStreams streams(in.get(), 1, 2);
    const auto ours = rpc::claim_stdin();
    left = ::read(STDIN_FILENO, &byte, 1);
    if (ours) heard = read_available(*ours);
  }

  CHECK(left == 0);
  CHECK(heard == "protocol");
}
