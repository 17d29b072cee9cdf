// ClientQuestions: asks the human through a legacy client, by elicitation. Loop only.
#pragma once

#include "mcp/protocol.hpp"
#include "rpc/peer.hpp"
#include "secondseat/questions.hpp"

namespace secondseat::mcp {

class ClientQuestions final : public Questions {
 public:
  /// The peer must outlive it; the client is known once the session has been opened.
  explicit ClientQuestions(rpc::Peer& peer) : peer_(peer) {}
  void met(const Client& client) { client_ = client; }

  Task<Result<Decision>> ask(Question question) override;

 private:
  rpc::Peer& peer_;
  Client client_;
};

}  // namespace secondseat::mcp
