// A peer with a scripted client and a scripted handler, in virtual time. The method of a request says what the handler does:
//   echo         answers its params at once
//   wait         answers {} once its id is released
//   stubborn     as wait, but ignores STOP
//   refuse       answers with an error
//   throw, throw_later   throws before or after its first wait
//   ask          asks the client and answers with the client's answer
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "async/event.hpp"
#include "async/virtual_time.hpp"
#include "rpc/memory_transport.hpp"
#include "rpc/peer.hpp"

namespace secondseat::test {

class ScriptedHandler final : public rpc::Handler {
 public:
  explicit ScriptedHandler(asio::any_io_executor loop) : loop_(std::move(loop)) {}

  Task<rpc::Reply> on_request(rpc::Message request, StopToken stop) override;
  /// "cancel" cancels, "throw" throws.
  void on_notification(const rpc::Message& notification) override;
  void release(const std::string& id) { gate(id).set(); }
  void release_all() {
    for (const auto& [id, gate] : gates_) gate->set();
  }

  rpc::Peer* peer = nullptr;
  std::vector<std::string> started, unwound, notified, abandoned;

 private:
  Task<void> wait(const std::string id);
  Task<rpc::Reply> ask();
  async::Event& gate(const std::string& id);

  asio::any_io_executor loop_;
  std::map<std::string, std::unique_ptr<async::Event>> gates_;
};

/// One session. The test says lines, lets the loop run and looks at what was heard.
class PeerHarness {
 public:
  PeerHarness();
  ~PeerHarness();  // lets every request end, because a session may not be abandoned half-way
  PeerHarness(const PeerHarness&) = delete;

  /// Everything that can happen by itself; a deadline that comes next is jumped to.
  void settle();
  void say(std::string line);
  /// As say(), and the answers since the last time.
  std::vector<std::string> exchange(std::string line);
  /// STOP for the whole session.
  void stop() { stop_.request_stop(); }
  std::vector<std::string> heard() { return transport.take_heard(); }

  async::TestLoop loop;
  rpc::MemoryTransport transport;
  ScriptedHandler handler;
  std::vector<std::string> log;
  rpc::Peer peer;
  bool ended = false;

 private:
  StopSource stop_;
};

std::string request(const std::string& id, const std::string& method);
std::string cancel(const std::string& id);
std::string result(const std::string& id, const std::string& value = "{}");
std::string error(const std::string& id, int code, const std::string& message);

}  // namespace secondseat::test
