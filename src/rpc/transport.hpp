// Transport: lines to and from one client, whatever carries them. Loop only; must outlive the Peer that uses it.
#pragma once

#include <optional>
#include <string>

#include "rpc/framer.hpp"
#include "secondseat/task.hpp"

namespace secondseat::rpc {

class Transport {
 public:
  virtual ~Transport() = default;

  /// The next line, or nothing once the client is gone. Pauses while the out queue is over its bound, so that nobody can make
  /// us hold more answers than that. One caller.
  virtual Task<std::optional<Frame>> receive() = 0;
  /// Queues a line; synchronous, so destructors may use it. Dropped when the client is gone.
  virtual void send(std::string line) = 0;
  /// Waits until the out queue is within its bound, or the client is gone.
  virtual Task<void> room() = 0;
  /// The writer: writes what is queued until it is stopped or the client is gone. Peer::run spawns it, nobody else.
  virtual Task<void> write() = 0;
  /// Waits until the queue is empty, or the client is gone.
  virtual Task<void> flush() = 0;
};

}  // namespace secondseat::rpc
