// Call: a question that is on its way to a peer of the bus, or waits for its place. Several may be on their way before the first is
// awaited; that is what makes reading fast. AX thread only.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "async/event.hpp"
#include "desktop/atspi/message.hpp"
#include "secondseat/clock.hpp"
#include "secondseat/task.hpp"

namespace secondseat::atspi {

/// What the bus and the caller both hold of a call.
struct PendingCall {
  explicit PendingCall(asio::any_io_executor native) : arrived(std::move(native)) {}
  void answer(Result<Message> with) {
    if (result) return;
    result = std::move(with);
    arrived.set();
  }

  async::Event arrived;
  std::optional<Result<Message>> result;
  Message request;
  std::string destination;
  bool sent = false;
  bool abandoned = false;  ///< nobody waits any more: if it has not been sent, it never will be
};

/// The caller's end. Destroyed before the reply, it withdraws a call that was not sent; the reply to one that was is dropped.
class Call {
 public:
  Call() = default;
  explicit Call(std::shared_ptr<PendingCall> pending) : pending_(std::move(pending)) {}
  Call(Call&&) noexcept = default;
  Call& operator=(Call&& other) noexcept {
    std::swap(pending_, other.pending_);
    return *this;
  }
  ~Call() {
    if (pending_) pending_->abandoned = true;
  }

  explicit operator bool() const { return pending_ != nullptr; }
  /// False: it has not left, and never will once this end is gone.
  bool sent() const { return pending_->sent; }
  bool has_arrived() const { return pending_->result.has_value(); }
  Task<void> wait() { return pending_->arrived.wait(); }
  /// Once, after it arrived. Errors: `backend_lost` for the bus, `not_found` if no such peer was there to get it, `stale` if
  /// the peer left without answering, `unsupported` if it answered with an error.
  Result<Message> take() { return std::move(*pending_->result); }
  Task<Result<Message>> reply() {
    if (!has_arrived()) co_await wait();
    co_return take();
  }

 private:
  std::shared_ptr<PendingCall> pending_;  // owners: this end, and the bus until the reply is there
};

}  // namespace secondseat::atspi
