// AxQueue: the dedicated dispatch queue. One thread of its own, with its own io_context, owns the native connection; backends
// are coroutines on it. This is the only place where threads meet: values cross by move, everything else by post.
//
// submit() is the hand-over of a job: synchronous, so that nothing can come between a consent check and it. The Ticket it gives
// is the caller's end. Loop only, but for what is said to run on the AX thread.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>

#include <asio/bind_cancellation_slot.hpp>
#include <asio/co_spawn.hpp>
#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <asio/this_coro.hpp>

#include "async/one_shot.hpp"
#include "async/settle.hpp"
#include "secondseat/clock.hpp"
#include "secondseat/stop.hpp"

namespace secondseat::async {

/// The half of a job that both threads see. Decides, once, between "started" and "withdrawn before it started".
class NativeJob {
 public:
  /// AX thread. False: it was withdrawn, and must not start.
  bool start() { return settle_as(Phase::started); }
  /// Loop. True: it has not started and never will, provably.
  bool withdraw() { return settle_as(Phase::withdrawn) || phase_ == Phase::withdrawn; }
  std::stop_source stop;  ///< seen by the job at once, also between two of its waits
  StopSource unwinding;   ///< AX thread only: ends its waits

 private:
  enum class Phase { queued, started, withdrawn };
  bool settle_as(Phase next) {
    auto queued = Phase::queued;
    return phase_.compare_exchange_strong(queued, next);
  }
  std::atomic<Phase> phase_ = Phase::queued;
};

class AxQueue;

/// The caller's end of a job. Destroyed before the answer came, it withdraws the job or asks it to stop; a late answer is
/// dropped and its memory is its own.
template <class T>
class Ticket {
 public:
  Ticket(Ticket&&) noexcept = default;
  Ticket& operator=(Ticket&&) = delete;
  ~Ticket() {
    if (job_ && !reply_->is_set()) abandon();
  }

  /// The job's Result. At the deadline: `native_busy` if the job never started and now never will, else `timed_out`, and then
  /// the job may still have its effect.
  Task<Result<T>> result(Clock& clock, Deadline deadline) {
    const auto loop = co_await asio::this_coro::executor;
    auto ring = [this] { give_up(); };
    Clock::Alarm alarm;
    if (deadline.at != Clock::TimePoint::max()) alarm = clock.ring_at(loop, deadline.at, std::move(ring));
    co_return co_await reply_->get();
  }
  /// True: the job has not started and never will.
  bool abandon();

 private:
  friend class AxQueue;
  Ticket(AxQueue& queue, asio::any_io_executor loop)
      : queue_(&queue),
        job_(std::make_shared<NativeJob>()),
        reply_(std::make_shared<OneShot<Result<T>>>(std::move(loop))) {}
  void give_up() {
    if (abandon())
      reply_->set(fail(Layer::backend, ErrorCode::native_busy, "the desktop is busy with an earlier request",
                       "Nothing was sent; try again later."));
    else
      reply_->set(fail(Layer::application, ErrorCode::timed_out, "no answer before the deadline"));
  }

  AxQueue* queue_;
  std::shared_ptr<NativeJob> job_;             // owners: this end and the job's, on two threads
  std::shared_ptr<OneShot<Result<T>>> reply_;  // owners: this end and the answer on its way; both on the loop
};

class AxQueue {
 public:
  /// With a thread of its own.
  explicit AxQueue(asio::any_io_executor loop);
  /// Without one: jobs run on the loop itself. For tests in virtual time, and for a desktop that never blocks.
  struct OnLoop {};
  AxQueue(asio::any_io_executor loop, OnLoop);
  AxQueue(const AxQueue&) = delete;
  AxQueue& operator=(const AxQueue&) = delete;
  /// Ends the thread. Await drain() first: what still runs is unwound, not awaited.
  ~AxQueue();

  /// Hands over `Task<Result<T>> job(std::stop_token)`, to run on the AX thread. The job owns what it uses and checks its token
  /// before each step that cannot be taken back.
  template <class Job>
  auto submit(Job job) {
    using T = typename std::invoke_result_t<Job&, std::stop_token>::value_type::value_type;
    Ticket<T> ticket(*this, loop_);
    ++outstanding_;
    auto answer = [this, reply = ticket.reply_](Result<T> result) mutable {
      auto deliver = [this, reply = std::move(reply), result = std::move(result)]() mutable {
        reply->set(std::move(result));
        on_finished();
      };
      asio::post(loop_, std::move(deliver));  // the only way back
    };
    auto begin = [native = native_, shared = ticket.job_, job = std::move(job), answer = std::move(answer)]() mutable {
      if (!shared->start()) {
        answer(stopped_error());
        return;
      }
      auto run = [job = std::move(job), stop = shared->stop.get_token()]() mutable { return settle_job<T>(job, stop); };
      auto finish = [shared, answer = std::move(answer)](std::exception_ptr failure, Result<T> result) mutable {
        answer(failure ? Result<T>(fail(Layer::internal, ErrorCode::internal, describe(failure))) : std::move(result));
      };
      asio::co_spawn(native, std::move(run), asio::bind_cancellation_slot(shared->unwinding.slot(), std::move(finish)));
    };
    asio::post(native_, std::move(begin));
    return ticket;
  }

  /// Waits until no job is left, started or not.
  Task<void> drain();
  std::size_t outstanding() const { return outstanding_; }
  /// Where backends make their sockets and timers. The executor may be passed to any thread.
  asio::any_io_executor native() const { return native_; }
  asio::any_io_executor loop() const { return loop_; }

 private:
  template <class T>
  friend class Ticket;
  template <class T, class Job>
  static Task<Result<T>> settle_job(Job& job, std::stop_token stop) {
    auto work = job(std::move(stop));
    co_return co_await settle(std::move(work));
  }
  void ask_to_stop(std::shared_ptr<NativeJob> job);
  void on_finished();

  asio::any_io_executor loop_;
  std::unique_ptr<asio::io_context> own_context_;
  asio::any_io_executor native_;
  asio::steady_timer idle_;
  std::size_t outstanding_ = 0;
  std::optional<std::thread> thread_;
};

template <class T>
bool Ticket<T>::abandon() {
  if (job_->withdraw()) return true;
  queue_->ask_to_stop(job_);
  return false;
}

}  // namespace secondseat::async
