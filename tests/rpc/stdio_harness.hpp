// A peer that echoes over real descriptors, and the client's ends of them, on one thread: the test writes, lets the loop run until
// it has nothing to do, and reads.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <asio/io_context.hpp>

#include "async/clock.hpp"
#include "rpc/peer.hpp"
#include "rpc/stdio.hpp"

namespace secondseat::test {

/// {ours, the server's}: what is written at one end is read at the other.
std::pair<base::Fd, base::Fd> pipe_to_server();
std::pair<base::Fd, base::Fd> pipe_from_server();
std::pair<base::Fd, base::Fd> socket_pair(int type);
base::Fd copy_of(const base::Fd& fd);
base::Fd temporary_file(const std::string& content);
/// O_NONBLOCK is set on the open file description.
bool is_non_blocking(const base::Fd& fd);

void write_all(const base::Fd& fd, const std::string& bytes);
/// What there is to read without waiting.
std::string read_available(const base::Fd& fd);

/// "echo" answers its params, "large" a megabyte.
class EchoHandler final : public rpc::Handler {
 public:
  Task<rpc::Reply> on_request(rpc::Message request, StopToken stop) override;
  void on_notification(const rpc::Message&) override {}
  int calls = 0;
};

class StdioSession {
 public:
  StdioSession(base::Fd in, base::Fd out);
  ~StdioSession();
  StdioSession(const StdioSession&) = delete;

  /// Everything that can happen before the client does something.
  void settle();
  /// False if the session goes on although nothing holds it up.
  bool run_to_end();

  asio::io_context io{1};
  std::unique_ptr<rpc::StdioTransport> transport;
  EchoHandler handler;
  bool ended = false;

 private:
  async::SystemClock clock_;
  std::unique_ptr<rpc::Peer> peer_;
  StopSource stop_;
};

}  // namespace secondseat::test
