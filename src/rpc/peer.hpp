// Peer: JSON-RPC with one client over a Transport. Loop only.
//
// Every request gets exactly one reply, or none if the client cancelled it before the reply was sent. A request runs in a
// coroutine of its own, which is stopped by its cancel and at the end of the connection; run() awaits them all. What is stopped
// because the connection ends is still answered, with an error if it has no result: whoever closed only one direction hears it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "async/one_shot.hpp"
#include "async/scope.hpp"
#include "base/log.hpp"
#include "rpc/message.hpp"
#include "rpc/transport.hpp"
#include "secondseat/clock.hpp"
#include "secondseat/stop.hpp"

namespace secondseat::rpc {

/// The result as JSON text, or what goes into the error reply.
using Reply = tl::expected<std::string, RpcError>;

class Handler {
 public:
  virtual ~Handler() = default;
  /// One coroutine per request, which throws only when awaited. What it throws becomes -32603 without detail.
  virtual Task<Reply> on_request(Message request, StopToken stop) = 0;
  virtual void on_notification(const Message& notification) = 0;
};

class Peer {
 public:
  /// Told the id of a request of ours that was given up before its answer came.
  using OnAbandoned = std::function<void(const std::string& id)>;

  static constexpr std::size_t max_in_flight = 16384;
  /// How long the end of a connection waits for a client that does not read.
  static constexpr Clock::Duration farewell = std::chrono::seconds{1};

  /// Both must outlive the peer.
  Peer(Transport& transport, Clock& clock, base::Log log = {});
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  /// Serves until the client is gone or the caller is stopped; then stops and awaits every request and flushes what is
  /// complete. Once per peer; the handler must outlive it.
  Task<void> run(Handler& handler);

  /// A request of ours to the client, and the result it answers. An error answer is `unsupported` for an unknown method and
  /// `unanswered` otherwise; a client that is gone is `closed`. Unwound by STOP it calls `on_abandoned`, and a late answer is
  /// ignored. Waits as long as it takes: use async::within for a deadline.
  Task<Result<nlohmann::json>> call(std::string method, nlohmann::json params, OnAbandoned on_abandoned = {});
  void notify(std::string_view method, const nlohmann::json& params);
  void notify(std::string_view method, const JsonText& params);
  /// The client's cancel: stops that request, and no reply to it is sent any more. Ignored when it is not in flight.
  void cancel(std::string_view id);
  std::size_t in_flight() const { return in_flight_.size(); }

 private:
  struct InFlight {
    std::uint64_t serial = 0;        // tells this request from a later one that reuses its id
    std::optional<StopSource> stop;  // nothing while the request runs up to its first wait
  };
  struct Pending;
  struct HangUp {  // at the end of reading, however it ends
    explicit HangUp(Peer& owner) : peer(owner) {}
    HangUp(const HangUp&) = delete;
    ~HangUp() { peer.hang_up(); }
    Peer& peer;
  };

  Task<void> read(async::Scope& requests);
  Task<Result<bool>> flush();
  void handle(std::string line, async::Scope& requests);
  void start(Message request, async::Scope& requests);
  Task<void> serve(Message request, std::string key, std::uint64_t serial, StopToken stop);
  bool take(const std::string& key, std::uint64_t serial);
  void deliver(const Message& notification);
  void accept(Message response);
  void hang_up();
  void log(std::string_view line) const;

  Transport& transport_;
  Clock& clock_;
  base::Log log_;
  Handler* handler_ = nullptr;
  std::unordered_map<std::string, InFlight>
      in_flight_;  // a reply is sent by whoever takes the entry out, and by nobody else
  std::unordered_map<std::string, Pending*> calls_;  // ours, by id; the entries are owned by the frames that wait
  std::uint64_t next_serial_ = 1;
  std::uint64_t next_call_ = 1;
  bool gone_ = false;
};

}  // namespace secondseat::rpc
