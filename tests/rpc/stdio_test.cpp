#include "rpc/stdio.hpp"

#include <algorithm>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "catch.hpp"
#include "stdio_harness.hpp"

using namespace secondseat;
using namespace secondseat::test;

namespace {

std::string request(int id, const std::string& method = "echo") {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")" + method + "\"}\n";
}

std::string answer(int id) { return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + ",\"result\":{}}\n"; }

std::string numbered(int count, std::string (*line)(int)) {
  std::string all;
  for (int id = 1; id <= count; ++id) all += line(id);
  return all;
}

std::string echo_request(int id) { return request(id); }
std::string large_request(int id) { return request(id, "large"); }

base::Fd open_null() { return base::Fd(::open("/dev/null", O_RDWR | O_CLOEXEC)); }

}  // namespace

TEST_CASE("a client on pipes is answered, and its end of input ends the session") {
  auto [say, in] = pipe_to_server();
  auto [hear, out] = pipe_from_server();
  StdioSession session(std::move(in), std::move(out));

  write_all(say, request(1) + request(2));
  session.settle();
  const auto first = read_available(hear);
  write_all(say, request(3) + R"({"jsonrpc":"2.0","id":4,"method":"echo"})");  // the last without LF
  say.reset();

  CHECK(first == answer(1) + answer(2));
  CHECK(session.run_to_end());
  CHECK(read_available(hear) == answer(3));
  CHECK(session.handler.calls == 3);
}

TEST_CASE("a client on one socket for both directions is answered after it has shut down its own") {
  auto [client, server] = socket_pair(SOCK_STREAM);
  StdioSession session(copy_of(server), copy_of(server));

  write_all(client, request(1));
  ::shutdown(client.get(), SHUT_WR);

  CHECK(session.run_to_end());
  CHECK(read_available(client) == answer(1));
}

TEST_CASE("a file is read to its end, and the answers are written to a file") {
  auto file = temporary_file("");
  StdioSession session(temporary_file(numbered(1000, echo_request)), copy_of(file));

  CHECK(session.run_to_end());
  ::lseek(file.get(), 0, SEEK_SET);
  CHECK(read_available(file) == numbered(1000, answer));
}

TEST_CASE("/dev/null ends the session at once") {
  StdioSession session(open_null(), open_null());

  CHECK(session.run_to_end());
  CHECK(session.handler.calls == 0);
}

TEST_CASE("a closed descriptor is an error") {
  asio::io_context io;

  const auto no_in = rpc::StdioTransport::create(io.get_executor(), base::Fd(), open_null());
  const auto no_out = rpc::StdioTransport::create(io.get_executor(), open_null(), base::Fd());

  REQUIRE_FALSE(no_in);
  REQUIRE_FALSE(no_out);
  CHECK(no_in.error().code == ErrorCode::closed);
  CHECK(no_out.error().code == ErrorCode::closed);
}

TEST_CASE("O_NONBLOCK never reaches a pipe that is shared with the client's process") {
  auto [say, in] = pipe_to_server();
  auto [hear, out] = pipe_from_server();
  const auto shared_in = copy_of(in);
  const auto shared_out = copy_of(out);
  StdioSession session(std::move(in), std::move(out));

  session.settle();

  CHECK_FALSE(is_non_blocking(shared_in));
  CHECK_FALSE(is_non_blocking(shared_out));
}

TEST_CASE("O_NONBLOCK is taken back from a shared socket, unless it was there before") {
  auto [client, server] = socket_pair(SOCK_STREAM);
  auto [other_client, other_server] = socket_pair(SOCK_STREAM | SOCK_NONBLOCK);

  {
    StdioSession session(copy_of(server), copy_of(server));
    StdioSession other(copy_of(other_server), copy_of(other_server));
    CHECK(is_non_blocking(server));
  }

  CHECK_FALSE(is_non_blocking(server));
  CHECK(is_non_blocking(other_server));
}

TEST_CASE("a client that closes what it reads ends the session, and no signal ends the process") {
  auto [say, in] = pipe_to_server();
  auto [hear, out] = pipe_from_server();
  StdioSession session(std::move(in), std::move(out));

  session.settle();
  hear.reset();

  CHECK(session.run_to_end());
}

TEST_CASE("an answer to a client that is gone ends the session") {
  auto [client, server] = socket_pair(SOCK_STREAM);
  auto [say, in] = pipe_to_server();
  StdioSession session(std::move(in), std::move(server));

  write_all(say, request(1));
  client.reset();

  CHECK(session.run_to_end());
}

TEST_CASE("a client that does not read makes us hold a bounded number of bytes, and loses nothing") {
  constexpr int requests = 40;
  auto [say, in] = pipe_to_server();
  auto [hear, out] = pipe_from_server();
  StdioSession session(std::move(in), std::move(out));

  write_all(say, numbered(requests, large_request));
  session.settle();
  const auto held = session.transport->queued();
  const auto calls = session.handler.calls;
  std::ptrdiff_t answers = 0;
  for (std::string bytes = read_available(hear); !bytes.empty(); bytes = read_available(hear)) {
    answers += std::count(bytes.begin(), bytes.end(), '\n');
    session.settle();
  }

  CHECK(held > rpc::StdioTransport::out_bound);
  CHECK(held < rpc::StdioTransport::out_bound + 1'100'000);
  CHECK(calls < requests);
  CHECK(answers == requests);
}

TEST_CASE("a client that hangs up while it does not read ends the session") {
  auto [client, server] = socket_pair(SOCK_STREAM);
  StdioSession session(copy_of(server), copy_of(server));

  write_all(client, numbered(40, large_request));
  session.settle();
  client.reset();

  CHECK(session.run_to_end());
}

TEST_CASE("the answers to all lines of one read leave in one write") {
  auto [say, in] = pipe_to_server();
  auto [hear, out] = socket_pair(SOCK_SEQPACKET);  // keeps the borders between writes
  StdioSession session(std::move(in), std::move(out));

  write_all(say, numbered(500, echo_request));
  session.settle();
  std::string packet(std::size_t{1} << 20U, '\0');
  const auto size = ::recv(hear.get(), packet.data(), packet.size(), MSG_DONTWAIT);

  REQUIRE(size > 0);
  CHECK(packet.substr(0, static_cast<std::size_t>(size)) == numbered(500, answer));
}
