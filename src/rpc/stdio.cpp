#include "rpc/stdio.hpp"

#include <cerrno>
#include <csignal>
#include <utility>

#include <poll.h>
#include <unistd.h>
#include <asio/buffer.hpp>
#include <asio/experimental/as_tuple.hpp>
#include <asio/experimental/awaitable_operators.hpp>
#include <asio/use_awaitable.hpp>

#include "base/try.hpp"

namespace secondseat::rpc {
namespace {

constexpr auto no_throw = asio::experimental::as_tuple(asio::use_awaitable);
constexpr auto never = asio::steady_timer::time_point::max();
constexpr std::size_t read_size = std::size_t{64} << 10U;
constexpr std::size_t kept_capacity = std::size_t{1} << 20U;

bool is_hung_up(int fd) {
  pollfd end{fd, 0, 0};
  return ::poll(&end, 1, 0) == 1 && (end.revents & (POLLERR | POLLHUP)) != 0;
}

/// How much the descriptor took without waiting; nothing on an error.
std::size_t write_some(int fd, std::string_view bytes) {
  ssize_t size = -1;
  do {
    size = ::write(fd, bytes.data(), bytes.size());
  } while (size < 0 && errno == EINTR);
  return size < 0 ? 0 : static_cast<std::size_t>(size);
}

}  // namespace

Result<std::unique_ptr<StdioTransport>> StdioTransport::create(asio::any_io_executor loop, base::Fd in, base::Fd out) {
  SS_TRY(auto from, NonBlocking::create(std::move(in)));
  SS_TRY(auto to, NonBlocking::create(std::move(out)));
  std::signal(SIGPIPE, SIG_IGN);  // a client that is gone is an error of write(), not the end of the process
  return std::unique_ptr<StdioTransport>(new StdioTransport(std::move(loop), std::move(from), std::move(to)));
}

StdioTransport::StdioTransport(asio::any_io_executor loop, NonBlocking in, NonBlocking out)
    : in_fd_(std::move(in)),
      out_fd_(std::move(out)),
      in_(loop, in_fd_.get()),
      out_(loop, out_fd_.get()),
      chunk_(read_size),
      news_(loop, never),
      drained_(std::move(loop), never) {}

StdioTransport::~StdioTransport() {
  in_.release();  // NonBlocking closes them, once their flags are as they were
  out_.release();
}

Task<std::optional<Frame>> StdioTransport::receive() {
  using namespace asio::experimental::awaitable_operators;
  while (!gone_) {
    if (queued() > out_bound) {
      auto first = co_await (room() || hangup(in_));
      if (first.index() == 1) co_return std::nullopt;
    }
    if (auto frame = framer_.next()) co_return frame;
    if (ended_) co_return std::nullopt;
    const auto [error, size] = co_await in_.async_read_some(asio::buffer(chunk_), no_throw);
    framer_.feed({chunk_.data(), size});
    // Aborted, either the client is gone or the next wait unwinds.
    ended_ = error && error != asio::error::operation_aborted;
  }
  co_return std::nullopt;
}

void StdioTransport::send(std::string line) {
  if (gone_) return;
  if (queue_.empty()) news_.cancel();
  queue_.append(line).append(1, '\n');
}

Task<void> StdioTransport::room() {
  while (queued() > out_bound) co_await drained_.async_wait(no_throw);
}

Task<void> StdioTransport::flush() {
  while (queued() > 0) co_await drained_.async_wait(no_throw);
}

Task<void> StdioTransport::write() {
  using namespace asio::experimental::awaitable_operators;
  struct LastAttempt {  // stopped, it still gives the kernel what the kernel takes at once
    explicit LastAttempt(StdioTransport& transport) : owner(transport) {}
    LastAttempt(const LastAttempt&) = delete;
    ~LastAttempt() { owner.write_now(); }
    StdioTransport& owner;
  };
  const LastAttempt last(*this);
  co_await (write_queued() || hangup(out_));
  on_client_gone();
}

Task<void> StdioTransport::write_queued() {
  while (!gone_) {
    while (queue_.empty()) co_await news_.async_wait(no_throw);
    written_ = 0;
    writing_.clear();
    if (writing_.capacity() > kept_capacity) writing_.shrink_to_fit();
    writing_.swap(queue_);
    while (written_ < writing_.size()) {
      const auto rest = asio::buffer(writing_) + written_;
      const auto [error, size] = co_await out_.async_write_some(rest, no_throw);
      if (error && error != asio::error::operation_aborted) co_return;
      written_ += size;
      drained_.cancel();
    }
  }
}

/// Returns when the other side has closed this end. Where the kernel does not tell, as for a file, it never returns.
Task<void> StdioTransport::hangup(asio::posix::stream_descriptor& end) {
  co_await end.async_wait(asio::posix::stream_descriptor::wait_error, no_throw);
  if (is_hung_up(end.native_handle())) co_return;
  asio::steady_timer nothing(co_await asio::this_coro::executor, never);
  co_await nothing.async_wait(asio::use_awaitable);
}

void StdioTransport::write_now() {
  if (gone_) return;
  const auto rest = std::string_view(writing_).substr(written_);
  const auto size = write_some(out_fd_.get(), rest);
  written_ += size;
  if (size < rest.size()) return;
  queue_.erase(0, write_some(out_fd_.get(), queue_));
}

void StdioTransport::on_client_gone() {
  gone_ = true;
  in_.cancel();
  news_.cancel();
  drained_.cancel();
}

}  // namespace secondseat::rpc
