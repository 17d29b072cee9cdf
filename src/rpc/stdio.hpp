// StdioTransport: the line transport over descriptors: pipes, sockets, terminals, files, /dev/null. Loop only.
//
// One writer; all lines queued in one turn of the loop leave in one write. A client that closes its reading end ends the
// session at the first EPIPE. O_NONBLOCK is set on an open file description of our own where the kernel gives us one, and taken
// back from a shared one when the transport is destroyed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <asio/any_io_executor.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/steady_timer.hpp>

#include "base/fd.hpp"
#include "rpc/transport.hpp"

namespace secondseat::rpc {

/// Moves standard output to a private descriptor and points 1 to standard error, so that what a library prints never reaches
/// the client. Call it before anything else opens a descriptor. An error if standard output is closed.
Result<base::Fd> claim_stdout();
/// A private descriptor for standard input, with 0 pointed to /dev/null. An error if standard input is closed.
Result<base::Fd> claim_stdin();

/// A descriptor made non-blocking, and the promise to undo it where others share the open file description.
class NonBlocking {
 public:
  static Result<NonBlocking> create(base::Fd fd);
  NonBlocking(NonBlocking&&) noexcept = default;
  NonBlocking& operator=(NonBlocking&&) = delete;
  ~NonBlocking();
  int get() const { return fd_.get(); }

 private:
  explicit NonBlocking(base::Fd fd) : fd_(std::move(fd)) {}
  base::Fd fd_;
  int restore_ = -1;  // status flags to go back to; -1: the description is ours alone, or was non-blocking before
};

class StdioTransport final : public Transport {
 public:
  static constexpr std::size_t out_bound = std::size_t{8} << 20U;

  /// Ignores SIGPIPE in the whole process. An error for a closed descriptor.
  static Result<std::unique_ptr<StdioTransport>> create(asio::any_io_executor loop, base::Fd in, base::Fd out);
  ~StdioTransport() override;

  Task<std::optional<Frame>> receive() override;
  void send(std::string line) override;
  Task<void> room() override;
  Task<void> write() override;
  Task<void> flush() override;

  std::size_t queued() const { return queue_.size() + writing_.size() - written_; }

 private:
  StdioTransport(asio::any_io_executor loop, NonBlocking in, NonBlocking out);
  Task<void> write_queued();
  Task<void> watch_reader();
  Task<void> room_or_hangup();
  void write_now();
  void on_client_gone();

  NonBlocking in_fd_, out_fd_;  // outlive the descriptors below, which only borrow them
  asio::posix::stream_descriptor in_, out_;
  Framer framer_;
  std::vector<char> chunk_;
  std::string queue_;    // lines that wait
  std::string writing_;  // what is being written, from written_ on
  std::size_t written_ = 0;
  asio::steady_timer news_;     // cancelled: there is something to write
  asio::steady_timer drained_;  // cancelled: the queue became shorter
  bool ended_ = false;          // nothing more can be read
  bool gone_ = false;           // nothing can be written any more
};

}  // namespace secondseat::rpc
