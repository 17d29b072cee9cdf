// STOP as a value: who may ask for it holds a StopSource, who must honour it holds a StopToken.
//
// Waiting coroutines are unwound through Asio's cancellation slot; the token is for the instant when nothing waits, above
// all the hand-over of an action: a coroutine that was already woken runs on until its next wait, and only the token tells it
// that STOP came in between. One thread only, the one the source was made on.
#pragma once

#include <memory>

#include <asio/cancellation_signal.hpp>

namespace secondseat {

class StopToken {
 public:
  /// A token that is never stopped.
  StopToken() = default;
  bool stop_requested() const { return state_ && state_->requested; }

 private:
  friend class StopSource;
  struct State {
    asio::cancellation_signal signal;
    bool requested = false;
  };
  explicit StopToken(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  std::shared_ptr<const State> state_;  // owners: the source's copies, and every token handed down
};

class StopSource {
 public:
  StopSource() : state_(std::make_shared<StopToken::State>()) {}

  /// Once and for good. Never runs a waiter inline past its current wait; harmless when what it stops has ended.
  void request_stop() {
    if (state_->requested) return;
    state_->requested = true;
    const auto alive = state_;
    alive->signal.emit(asio::cancellation_type::terminal);
  }
  StopToken token() const { return StopToken(state_); }
  asio::cancellation_slot slot() { return state_->signal.slot(); }

 private:
  std::shared_ptr<StopToken::State> state_;
};

}  // namespace secondseat
