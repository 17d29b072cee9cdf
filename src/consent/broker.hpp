// Broker: decides whether one task may use an application, and asks the human where nobody has decided. Loop only.
//
// Permission is a Grant for one process instance. ensure() gets one before anything is tried; check() is asked again at
// dispatch, synchronously, because the world may have changed since. Refusals are remembered for the task; silence is not.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "async/turnstile.hpp"
#include "secondseat/caller.hpp"
#include "secondseat/clock.hpp"
#include "secondseat/identity.hpp"

namespace secondseat::consent {

/// Permission to use one process instance: for one call (once) or until the task ends. Owned by the broker and by the calls
/// under way, so that forgetting it reaches them all.
struct Grant {
  std::string instance_id;
  Decision reach = Decision::once;
  bool revoked = false;
};
using GrantRef = std::shared_ptr<const Grant>;

/// How long a human is waited for.
struct Patience {
  Clock::Duration limit = std::chrono::seconds{120};
};

class Broker {
 public:
  Broker(Clock& clock, Patience patience) : clock_(clock), patience_(patience) {}

  /// The grant there is, or the human's answer. One question per application at a time; who waited for it shares its answer.
  Task<Result<GrantRef>> ensure(std::shared_ptr<const ProcessInstance> process, std::string label, Caller caller);

  /// At dispatch: the grant holds, is for this instance, and the process is still what it was.
  static Result<void> check(const Grant& grant, const ProcessInstance& process);

  /// Whether ensure() would answer without asking: for listings, which tell more of what is allowed.
  bool is_granted(const ProcessInstance& process) const;

  /// Takes every grant back; answers to questions still open change nothing.
  void forget();

 private:
  struct Asking {
    async::Turnstile line;
    unsigned answers = 0;  // how many were given: tells a waiter that one came while it stood in line
    Result<GrantRef> last = GrantRef{};
  };
  Task<Result<GrantRef>> ask(std::shared_ptr<const ProcessInstance> process, std::string label, Caller caller);
  GrantRef grant(const ProcessInstance& process, Decision reach);
  Result<GrantRef> decided(const ProcessInstance& process) const;

  Clock& clock_;
  Patience patience_;
  unsigned generation_ = 0;
  std::map<std::string, std::shared_ptr<Grant>> for_task_;  // by instance
  std::vector<std::weak_ptr<Grant>> for_one_call_;          // only to take them back
  std::map<std::string, std::string> refused_;              // by identity digest: the path, for the message
  std::map<std::string, Asking> asking_;                    // by identity digest
};

}  // namespace secondseat::consent
