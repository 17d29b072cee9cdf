// RequestProgress: tells the client of one request that its call waits, if the request asked for that. Loop only.
#pragma once

#include <string>

#include "rpc/peer.hpp"
#include "secondseat/progress.hpp"
#include "secondseat/stop.hpp"

namespace secondseat::mcp {

/// The request's progressToken, byte for byte as it came; empty if it has none that could be one.
std::string progress_token(const rpc::Message& request);

class RequestProgress final : public Progress {
 public:
  /// The peer must outlive it, and it must not outlive the request. `stop` is the request's: once it is cancelled, nothing is said.
  RequestProgress(rpc::Peer& peer, std::string token, StopToken stop)
      : peer_(peer), token_(std::move(token)), stop_(std::move(stop)) {}

  void waiting(std::string_view what) override;

 private:
  rpc::Peer& peer_;
  std::string token_;
  StopToken stop_;
  unsigned told_ = 0;
};

}  // namespace secondseat::mcp
