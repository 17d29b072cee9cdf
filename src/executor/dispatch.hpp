// Dispatch: the one choke point between a request and the native side (rule 1). Loop only.
//
// Everything that must hold is checked and the job handed over in one synchronous call: there is no wait in between in which
// STOP, a revocation or the end of the process could come. Nothing else in the executor knows the AX queue.
#pragma once

#include <memory>
#include <utility>

#include "async/ax_queue.hpp"
#include "base/try.hpp"
#include "consent/broker.hpp"
#include "executor/journal.hpp"
#include "executor/state_book.hpp"
#include "secondseat/identity.hpp"
#include "secondseat/stop.hpp"

namespace secondseat::executor {

/// What a job is allowed by. A listing names no application; everything else shows a grant for a process instance.
struct Passage {
  StopToken stop;
  std::shared_ptr<const ProcessInstance> process;
  consent::GrantRef grant;
};

/// What an action needs besides: the state it was decided on and spends, and what the journal is to call it.
struct Spending {
  WindowState& state;
  ActionKind kind;
};

/// An action that may happen from now on.
template <class Ticket>
struct Dispatched {
  Ticket ticket;
  Journal::Entry entry;
};

class Dispatch {
 public:
  Dispatch(async::AxQueue& queue, Journal& journal) : queue_(queue), journal_(journal) {}

  /// Looks at no application's content: what runs, and under which name.
  template <class Job>
  auto list(const StopToken& stop, Job job)
      -> Result<decltype(std::declval<async::AxQueue&>().submit(std::move(job)))> {
    SS_TRY_VOID(open_and_running(stop));
    return queue_.submit(std::move(job));
  }

  /// Hands `Task<Result<T>> job(std::stop_token)` over, or says which layer did not let it pass.
  template <class Job>
  auto pass(const Passage& passage, Job job)
      -> Result<decltype(std::declval<async::AxQueue&>().submit(std::move(job)))> {
    SS_TRY_VOID(admit(passage));
    return queue_.submit(std::move(job));
  }

  /// The same for a job that may change something: once for each state, and in the journal before it can happen. What would not
  /// pass is not written down; writing takes as long as the disk does, so everything is checked again after it.
  template <class Job>
  auto act(const Passage& passage, const Spending& spending, Job job)
      -> Result<Dispatched<decltype(std::declval<async::AxQueue&>().submit(std::move(job)))>> {
    SS_TRY(auto entry, write_down(passage, spending));
    spending.state.spent = true;
    return Dispatched<decltype(queue_.submit(std::move(job)))>{queue_.submit(std::move(job)), std::move(entry)};
  }

  /// Nothing passes from now on.
  void close() { closed_ = true; }
  /// Whether anything could pass, so that nobody is asked in vain.
  Result<void> open_and_running(const StopToken& stop) const;

 private:
  Result<void> admit(const Passage& passage) const;
  Result<void> admit(const Passage& passage, const Spending& spending) const;
  Result<Journal::Entry> write_down(const Passage& passage, const Spending& spending);

  async::AxQueue& queue_;
  Journal& journal_;
  bool closed_ = false;
};

}  // namespace secondseat::executor
