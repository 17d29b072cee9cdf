// MemoryTransport: a client made of two containers, for tests and fuzz targets. Loop only.
#pragma once

#include <string>
#include <vector>

#include "async/mailbox.hpp"
#include "rpc/transport.hpp"

namespace secondseat::rpc {

class MemoryTransport final : public Transport {
 public:
  explicit MemoryTransport(asio::any_io_executor loop)
      : in_(loop), room_(std::move(loop), asio::steady_timer::time_point::max()) {}

  /// What the client does.
  void say(std::string line) { in_.send(Frame(std::move(line))); }
  void say_too_large() { in_.send(tl::unexpected(TooLarge{})); }
  void hang_up() { in_.close(); }
  /// What the client has heard so far, in order, without line ends.
  const std::vector<std::string>& heard() const { return out_; }
  /// The lines heard since the last call.
  std::vector<std::string> take_heard() { return std::exchange(out_, {}); }
  /// While blocked the client takes nothing: room() waits, receive() pauses.
  void block();
  void unblock();

  Task<std::optional<Frame>> receive() override;
  void send(std::string line) override { out_.push_back(std::move(line)); }
  Task<void> room() override;
  Task<void> write() override;
  Task<void> flush() override;

 private:
  async::Mailbox<Frame> in_;
  asio::steady_timer room_;
  std::vector<std::string> out_;
  bool blocked_ = false;
};

}  // namespace secondseat::rpc
