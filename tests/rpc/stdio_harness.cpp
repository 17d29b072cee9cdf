#include "stdio_harness.hpp"

#include <cstdlib>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#include <asio/bind_cancellation_slot.hpp>
#include <asio/co_spawn.hpp>

namespace secondseat::test {
namespace {

constexpr auto patience = std::chrono::seconds{20};  // reached only by a session that hangs

std::pair<base::Fd, base::Fd> made(int outcome, const int (&ends)[2]) {
  if (outcome != 0) throw std::runtime_error("no descriptors");
  return {base::Fd(ends[0]), base::Fd(ends[1])};
}

}  // namespace

std::pair<base::Fd, base::Fd> pipe_from_server() {
  int ends[2];
  const int outcome = ::pipe2(ends, O_CLOEXEC);
  return made(outcome, ends);
}

std::pair<base::Fd, base::Fd> pipe_to_server() {
  auto [theirs, ours] = pipe_from_server();
  return {std::move(ours), std::move(theirs)};
}

std::pair<base::Fd, base::Fd> socket_pair(int type) {
  int ends[2];
  const int outcome = ::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends);
  return made(outcome, ends);
}

base::Fd copy_of(const base::Fd& fd) { return base::Fd(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 3)); }

base::Fd temporary_file(const std::string& content) {
  base::Fd file(::memfd_create("test", MFD_CLOEXEC));
  write_all(file, content);
  ::lseek(file.get(), 0, SEEK_SET);
  return file;
}

bool is_non_blocking(const base::Fd& fd) { return (::fcntl(fd.get(), F_GETFL) & O_NONBLOCK) != 0; }

void write_all(const base::Fd& fd, const std::string& bytes) {
  for (std::size_t written = 0; written < bytes.size();) {
    const auto size = ::write(fd.get(), bytes.data() + written, bytes.size() - written);
    if (size < 0) throw std::runtime_error("the server's end is closed");
    written += static_cast<std::size_t>(size);
  }
}

std::string read_available(const base::Fd& fd) {
  std::string bytes;
  char buffer[65536];
  for (pollfd ready{fd.get(), POLLIN, 0}; ::poll(&ready, 1, 0) == 1 && (ready.revents & POLLIN) != 0;) {
    const auto size = ::read(fd.get(), buffer, sizeof buffer);
    if (size <= 0) break;
    bytes.append(buffer, static_cast<std::size_t>(size));
  }
  return bytes;
}

Task<rpc::Reply> EchoHandler::on_request(rpc::Message request, StopToken) {
  constexpr std::size_t megabyte = 1'000'000;
  ++calls;
  if (request.method == "large") co_return '"' + std::string(megabyte, 'x') + '"';
  co_return rpc::to_text(request.params);
}

StdioSession::StdioSession(base::Fd in, base::Fd out) {
  auto created = rpc::StdioTransport::create(io.get_executor(), std::move(in), std::move(out));
  if (!created) throw std::runtime_error(created.error().message);
  transport = std::move(*created);
  peer_ = std::make_unique<rpc::Peer>(*transport, clock_);
  auto run = [this]() { return peer_->run(handler); };
  auto finish = [this](const std::exception_ptr&) { ended = true; };
  asio::co_spawn(io, std::move(run), asio::bind_cancellation_slot(stop_.slot(), std::move(finish)));
}

StdioSession::~StdioSession() {
  stop_.request_stop();
  run_to_end();
}

void StdioSession::settle() {
  while (io.poll() > 0) {
  }
  io.restart();
}

bool StdioSession::run_to_end() {
  io.restart();
  io.run_for(patience);
  return ended;
}

}  // namespace secondseat::test
