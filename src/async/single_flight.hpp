// SingleFlight<T>: callers who want the same thing at the same time share one run of it. Loop only.
//
// A waiter may leave without disturbing the others; when the last one leaves, the run is stopped. T is copied to each waiter,
// so share what is large by shared_ptr<const …>.
#pragma once

#include <memory>
#include <utility>

#include "async/event.hpp"
#include "async/scope.hpp"
#include "async/settle.hpp"

namespace secondseat::async {

template <class T>
class SingleFlight {
 public:
  /// The scope owns the runs and must outlive this object's use.
  explicit SingleFlight(Scope& scope) : scope_(scope) {}

  /// Joins the run in flight, or starts one: `Task<Result<T>> start()`. A scope that was stopped starts none: `stopped`.
  template <class Start>
  Task<Result<T>> join(Start start) {
    auto flight = flight_;
    if (!flight) {
      flight = flight_ = std::make_shared<Flight>(co_await asio::this_coro::executor);
      launch(flight, std::move(start));  // may land at once, so our own copy is what we wait on
    }
    const Seat seat(*this, std::move(flight));
    co_await seat.flight->landed.wait();
    co_return seat.flight->result;
  }
  bool in_flight() const { return flight_ != nullptr; }

 private:
  struct Flight {
    explicit Flight(asio::any_io_executor loop) : landed(std::move(loop)) {}
    Event landed;
    Result<T> result = stopped_error();
    StopSource run;
    int waiters = 0;
  };
  struct Seat {  // a waiter's place; the last one to leave an unfinished run stops it
    Seat(SingleFlight& owner_of_it, std::shared_ptr<Flight> joined) : owner(owner_of_it), flight(std::move(joined)) {
      ++flight->waiters;
    }
    Seat(const Seat&) = delete;
    ~Seat() {
      if (--flight->waiters > 0 || flight->landed.is_set()) return;
      if (owner.flight_ == flight) owner.flight_.reset();
      flight->run.request_stop();
    }
    SingleFlight& owner;
    std::shared_ptr<Flight> flight;  // owners: the waiters and the run, which end in any order
  };

  template <class Start>
  void launch(std::shared_ptr<Flight> flight, Start start) {
    auto run = [this, flight, start = std::move(start)](StopToken) mutable { return fly(flight, std::move(start)); };
    flight->run = scope_.spawn(std::move(run));
    if (flight->run.token().stop_requested()) land(flight);  // nothing runs that could
  }
  template <class Start>
  Task<void> fly(std::shared_ptr<Flight> flight, Start start) {
    auto work = start();
    flight->result = co_await settle(std::move(work));
    land(flight);
  }
  void land(const std::shared_ptr<Flight>& flight) {
    if (flight_ == flight) flight_.reset();
    flight->landed.set();
  }

  Scope& scope_;
  std::shared_ptr<Flight> flight_;
};

}  // namespace secondseat::async
