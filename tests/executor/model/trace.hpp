// Trace: which call of the agent a piece of work belongs to, carried along by executors, so that everything that reaches the
// desktop can be laid at the door of one call, and of the very turn of the loop in which it was handed over. Loop only.
//
// A call's coroutine runs on an executor with the call's number. The AX queue runs on one without: it passes on the number of
// whoever hands work to it. All outlive what runs on them.
#pragma once

#include <utility>

#include <asio/any_io_executor.hpp>
#include <asio/execution.hpp>
#include <asio/require.hpp>

namespace secondseat::test {

constexpr int no_call = -1;

/// On whose behalf something runs, and since which turn of the loop the AX queue has it.
struct Origin {
  int call = no_call;
  unsigned handed_over = 0;
};

struct Trace {
  Origin now;         ///< of what runs at this moment
  unsigned turn = 1;  ///< of the loop
};

class TracedExecutor {
 public:
  TracedExecutor(asio::any_io_executor inner, Trace& trace, int call)
      : inner_(std::move(inner)), trace_(&trace), call_(call) {}

  bool operator==(const TracedExecutor& other) const noexcept {
    return inner_ == other.inner_ && trace_ == other.trace_ && call_ == other.call_;
  }
  asio::execution_context& query(asio::execution::context_t) const noexcept {
    return asio::query(inner_, asio::execution::context);
  }
  TracedExecutor require(asio::execution::blocking_t::never_t never) const {
    return {asio::require(inner_, never), *trace_, call_};
  }
  TracedExecutor require(asio::execution::blocking_t::possibly_t possibly) const {
    return {asio::prefer(inner_, possibly), *trace_, call_};
  }

  template <class Work>
  void execute(Work work) const {
    auto run = [trace = trace_, origin = origin(), work = std::move(work)]() mutable {
      const Running running(*trace, origin);
      work();
    };
    inner_.execute(std::move(run));
  }

 private:
  struct Running {
    Running(Trace& of, Origin origin) : trace(of), before(std::exchange(of.now, origin)) {}
    Running(const Running&) = delete;
    ~Running() { trace.now = before; }
    Trace& trace;
    Origin before;
  };

  Origin origin() const {
    if (call_ != no_call) return {call_, 0};
    auto inherited = trace_->now;
    if (inherited.handed_over == 0) inherited.handed_over = trace_->turn;
    return inherited;
  }

  asio::any_io_executor inner_;
  Trace* trace_;
  int call_;
};

}  // namespace secondseat::test
