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

#include "rpc/non_blocking.hpp"
#include "rpc/transport.hpp"

namespace secondseat::rpc {

class StdioTransport final : public Transport {
 public:
  static constexpr std::size_t out_bound = std::size_t{8} << 20U;

  /// Ignores SIGPIPE in the whole process. An error for a closed descriptor.
  static Result<std::unique_ptr<StdioTransport>> create(asio::any_io_executor loop, base::Fd in, base::Fd out);
  ~StdioTransport() override;

  /// While it pauses, a client that hangs up ends the session, whatever it has said that is still unread.
  Task<std::optional<Frame>> receive() override;
  void send(std::string line) override;
  Task<void> room() override;
  Task<void> write() override;
  Task<void> flush() override;

  /// Bytes that the client has not taken yet.
  std::size_t queued() const { return gone_ ? 0 : queue_.size() + writing_.size() - written_; }

 private:
  StdioTransport(asio::any_io_executor loop, NonBlocking in, NonBlocking out);
  Task<void> write_queued();
  Task<void> hangup(asio::posix::stream_descriptor& end);
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
