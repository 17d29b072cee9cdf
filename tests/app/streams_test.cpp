// The streams that a server may be started on: pipes, sockets, files, /dev/null, nothing at all; and how it leaves them.
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/noise.hpp"
#include "app/server.hpp"
#include "catch.hpp"

using namespace secondseat;
using namespace secondseat::test;
using base::stream::Given;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view ping_line = "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}\n";
constexpr std::string_view pong = "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"result\":{}}";

/// With a standard stream closed, which only a shell can do for us.
Ended run_with(const std::string& redirection) {
  std::vector<std::string> command{"/bin/sh", "-c", "exec \"$@\" " + redirection, "sh"};
  const auto program = mcp_on_example();
  command.insert(command.end(), program.begin(), program.end());
  return Server(command).finish();
}

struct Ends {
  base::Fd ours, theirs;
};

Ends socket_pair() {
  int ends[2] = {-1, -1};
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
  return {base::Fd(ends[0]), base::Fd(ends[1])};
}

Ends pipe_ends() {
  int ends[2] = {-1, -1};
  REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
  return {base::Fd(ends[1]), base::Fd(ends[0])};
}

/// Gone, with all that is in it, when the test is over.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    auto name = (fs::temp_directory_path() / "secondseat-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string children_of(pid_t pid) {
  std::string children;
  for (const auto& thread : fs::directory_iterator("/proc/" + std::to_string(pid) + "/task")) {
    std::ifstream file(thread.path() / "children");
    children.append(std::istreambuf_iterator<char>(file), {});
  }
  return children;
}

bool is_non_blocking(int fd) { return (::fcntl(fd, F_GETFL) & O_NONBLOCK) != 0; }

}  // namespace

TEST_CASE("a closed standard input or output is told on standard error, with status 2") {
  const auto no_input = run_with("<&-");
  const auto no_output = run_with(">&-");

  CHECK(no_input.status.code == 2);
  CHECK_THAT(no_input.err, Contains("standard input is closed"));
  CHECK(no_input.out.empty());
  CHECK(no_output.status.code == 2);
  CHECK_THAT(no_output.err, Contains("standard output is closed"));
}

TEST_CASE("with a closed standard error it serves all the same") {
  const auto ended = run_with("2>&-");

  CHECK(ended.status.success());
  CHECK(ended.out.empty());
}

TEST_CASE("/dev/null is an end of input") {
  auto options = Server::piped();
  options.in = base::stream::Null{};

  const auto ended = Server(mcp_on_example(), std::move(options)).end();

  CHECK(ended.status.success());
  CHECK(ended.out.empty());
  CHECK(ended.err.empty());
}

TEST_CASE("of a file every complete line is served, and no other") {
  const TemporaryFolder folder;
  constexpr std::size_t pings = 2000;
  {
    std::ofstream file(folder.path() / "input");
    for (std::size_t at = 0; at < pings; ++at)
      file << "{\"jsonrpc\":\"2.0\",\"id\":" << at << ",\"method\":\"ping\"}\n";
    file << R"({"jsonrpc":"2.0","id":"no line end","method":"ping"})";
  }
  auto options = Server::piped();
  options.in = base::stream::File{folder.path() / "input"};
  options.out = base::stream::File{folder.path() / "output"};

  const auto ended = Server(mcp_on_example(), std::move(options)).end();

  std::ifstream output(folder.path() / "output");
  const std::string replies(std::istreambuf_iterator<char>(output), {});
  CHECK(ended.status.success());
  CHECK(static_cast<std::size_t>(std::count(replies.begin(), replies.end(), '\n')) == pings);
  CHECK(foreign_lines(replies).empty());
  CHECK(replies.find("no line end") == std::string::npos);
}

TEST_CASE("a socket that others hold is non-blocking only while it is served") {
  auto ends = socket_pair();
  auto options = Server::piped();
  options.in = Given{ends.theirs.get()};
  Server server(mcp_on_example(), std::move(options));
  REQUIRE(::send(ends.ours.get(), ping_line.data(), ping_line.size(), 0) == static_cast<ssize_t>(ping_line.size()));

  CHECK(server.hear() == pong);
  CHECK(is_non_blocking(ends.theirs.get()));
  ends.ours.reset();
  const auto ended = server.end();

  CHECK(ended.status.success());
  CHECK_FALSE(is_non_blocking(ends.theirs.get()));
}

TEST_CASE("a pipe that others hold stays blocking all the time") {
  auto ends = pipe_ends();
  auto options = Server::piped();
  options.in = Given{ends.theirs.get()};
  Server server(mcp_on_example(), std::move(options));
  REQUIRE(::write(ends.ours.get(), ping_line.data(), ping_line.size()) == static_cast<ssize_t>(ping_line.size()));

  CHECK(server.hear() == pong);
  CHECK_FALSE(is_non_blocking(ends.theirs.get()));
  ends.ours.reset();
  const auto ended = server.end();

  CHECK(ended.status.success());
  CHECK_FALSE(is_non_blocking(ends.theirs.get()));
}

TEST_CASE("nothing is left behind: no child, no file") {
  const TemporaryFolder folder;
  REQUIRE(::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0);  // an orphan of the server would become a child of ours
  auto options = Server::piped();
  options.overrides = {{"TMPDIR", folder.path()}, {"XDG_RUNTIME_DIR", folder.path()}, {"HOME", folder.path()}};
  {
    Server server(mcp_on_example(), std::move(options));
    server.say(recorded_session("s:0123456789abcdef:1"));
    server.hear();

    CHECK(children_of(server.process().pid()).empty());
    CHECK(server.finish().status.success());
  }

  CHECK(fs::is_empty(folder.path()));
  CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
  CHECK(errno == ECHILD);
}
