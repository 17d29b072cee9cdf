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
#include "executor/state_book.hpp"
#include "secondseat/identity.hpp"
#include "secondseat/stop.hpp"

namespace secondseat::executor {

/// What a job is allowed by. A listing names no application; everything else shows a grant for a process instance, and an
/// action also the state it spends.
struct Passage {
  StopToken stop;
  std::shared_ptr<const ProcessInstance> process;
  consent::GrantRef grant;
  WindowState* spends = nullptr;
};

class Dispatch {
 public:
  explicit Dispatch(async::AxQueue& queue) : queue_(queue) {}

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
    if (passage.spends != nullptr) passage.spends->spent = true;
    return queue_.submit(std::move(job));
  }

  /// Nothing passes from now on.
  void close() { closed_ = true; }
  /// Whether anything could pass, so that nobody is asked in vain.
  Result<void> open_and_running(const StopToken& stop) const;

 private:
  Result<void> admit(const Passage& passage) const;

  async::AxQueue& queue_;
  bool closed_ = false;
};

}  // namespace secondseat::executor
