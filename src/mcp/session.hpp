// Session: what one client may say, in either era, decided message by message. Loop only.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "async/scope.hpp"
#include "mcp/client_questions.hpp"
#include "mcp/finished_calls.hpp"
#include "mcp/parking.hpp"
#include "mcp/protocol.hpp"
#include "mcp/tools.hpp"
#include "rpc/peer.hpp"
#include "secondseat/executor.hpp"

namespace secondseat::mcp {

class Session final : public rpc::Handler {
 public:
  /// Both must outlive the session.
  Session(rpc::Peer& peer, Connection& connection) : peer_(peer), connection_(connection), legacy_questions_(peer) {}

  /// Serves; the scope owns the modern calls, which outlive the requests that started them.
  Task<void> run(async::Scope& calls);

  Task<rpc::Reply> on_request(rpc::Message request, StopToken stop) override;
  void on_notification(const rpc::Message& notification) override;

 private:
  Task<rpc::Reply> on_legacy(rpc::Message request, StopToken stop);
  Task<rpc::Reply> on_modern(rpc::Message request, StopToken stop);
  rpc::Reply initialize(const nlohmann::json& params);

  struct ToolCall {
    const Tool* tool = nullptr;
    nlohmann::json arguments;
    std::string what() const;  ///< names tool and arguments, for comparison
  };
  /// Moves the arguments out of the params.
  static tl::expected<ToolCall, rpc::RpcError> take_call(nlohmann::json& params);
  Task<rpc::Reply> call_legacy(rpc::Message request, StopToken stop);
  Task<rpc::Reply> call_modern(rpc::Message request, Client client, StopToken stop);
  /// Starts the call in the scope, or goes on with the one that the request's token names.
  tl::expected<std::shared_ptr<ParkedCall>, rpc::RpcError> start_or_resume(const ToolCall& call,
                                                                           const nlohmann::json& params,
                                                                           const Client& client, Progress& listener);
  std::shared_ptr<ParkedCall> start(const ToolCall& call, const Client& client, Progress& listener);
  rpc::Reply put(std::shared_ptr<ParkedCall> parked, const Question& question, const ToolCall& call);

  rpc::Peer& peer_;
  Connection& connection_;
  async::Scope* calls_ = nullptr;
  std::optional<Client> client_;  // of the legacy session, once it is open
  ClientQuestions legacy_questions_;
  Parking parking_;
  FinishedCalls finished_;
};

}  // namespace secondseat::mcp
