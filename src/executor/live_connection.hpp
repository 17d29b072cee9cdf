// LiveConnection: the real Connection, over a desktop on the AX queue. Loop only.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "async/ax_queue.hpp"
#include "async/retry.hpp"
#include "async/scope.hpp"
#include "async/single_flight.hpp"
#include "async/turnstile.hpp"
#include "base/log.hpp"
#include "consent/broker.hpp"
#include "executor/dispatch.hpp"
#include "executor/journal.hpp"
#include "executor/route.hpp"
#include "executor/selector.hpp"
#include "executor/state_book.hpp"
#include "secondseat/executor.hpp"

namespace secondseat::executor {

/// What a connection works with; all of it must outlive the connection.
struct Parts {
  async::AxQueue& queue;
  Desktop& desktop;
  IdentitySource& identities;
  Clock& clock;
  Journal& journal;
  base::Log log = {};
};

struct Limits {
  async::RetrySchedule read_retry;
  Clock::Duration read_budget = std::chrono::seconds{90};
  Clock::Duration listing = std::chrono::seconds{5};
  Clock::Duration action = std::chrono::seconds{10};
  Clock::Duration read_back = std::chrono::seconds{5};
  consent::Patience question;
  std::size_t queued_actions = 64;
};

/// The elements that a step of several names, as the agent saw them when it decided on all of them.
using Seen = std::map<int, std::optional<Node>>;

class LiveConnection final : public Connection {
 public:
  LiveConnection(asio::any_io_executor loop, Parts parts, Limits limits);
  ~LiveConnection() override = default;

  Task<Result<std::vector<ListedApplication>>> list_apps(Caller caller) override;
  Task<Result<StateView>> get_app_state(ReadRequest request, Caller caller) override;
  Task<Result<ActionReport>> act(ActRequest request, Caller caller) override;
  Task<Result<SequenceReport>> act_in_order(SequenceRequest request, Caller caller) override;
  Task<Result<WaitReport>> wait_for(WaitRequest request, Caller caller) override;
  Task<void> close() override;

 private:
  /// An application the human allowed, and by which grant.
  struct Selected {
    Candidate candidate;
    consent::GrantRef grant;
    StopToken asker;  ///< whose request it was selected for
    Passage passage(const StopToken& stop) const { return {stop, candidate.process, grant}; }
    const std::string& instance_id() const { return candidate.process->instance_id(); }
  };
  /// What runs, and what runs but may not be used, with the reason.
  struct Running {
    std::vector<Candidate> usable;
    std::vector<std::pair<RunningApplication, Error>> unusable;
  };
  /// A process that is held, and what of the listed is proven to be its own.
  struct Pinned {
    std::shared_ptr<const ProcessInstance> process;
    std::set<NativeRef> applications;
  };
  using Listed = std::shared_ptr<const std::vector<RunningApplication>>;
  /// Told to the agent with the next state: an action whose caller left after it was dispatched.
  class Unreported;

  Task<Result<Listed>> list_once(StopToken stop);
  Task<Result<Running>> running(StopToken stop);
  Task<Result<void>> prove(StopToken stop);
  bool belongs(const Candidate& candidate) const;
  Task<Result<std::shared_ptr<const ProcessInstance>>> pin(pid_t pid);
  /// `transient`: it is not listed, but a process of that name runs, so that it may be soon.
  Task<Result<Candidate>> find(std::string app, StopToken stop);
  bool may_be_starting(const std::string& app);
  void remember(const std::string& app, const Candidate& candidate);
  Task<Result<Selected>> permit(Candidate candidate, Caller caller);
  Task<Result<Selected>> select(std::string app, Caller caller);
  /// For reads: an application that starts is waited for, and a person's time to answer is not counted.
  Task<Result<Selected>> select(std::string app, Caller caller, async::Patience& patience);

  struct Wanted {
    std::string title;  ///< empty: whatever window faces a person
    NativeRef window;   ///< preferred if it still exists and nothing modal is in front of it
    bool picture = false;
    std::size_t string_bytes = ReadLimits{}.string_bytes;
    std::vector<NativeRef> expand;
  };
  Task<Result<WindowContent>> read(const Selected& selected, Wanted wanted, StopToken stop, Deadline deadline);
  Task<Result<StateView>> read_patiently(ReadRequest request, Caller caller, async::Patience& patience);
  /// What the agent is given of a read, and whether it differs from what it was given before.
  struct Sight {
    StateView view;
    bool differs = true;
  };
  /// What the agent should know before it decides: what was cancelled in flight, and what earlier runs left open.
  std::string notes_on(const Selected& selected);
  Sight show(const Selected& selected, WindowContent content, Shown shown, std::string_view query);

  /// An action on its way: everything is copied, because a read at the same time may renew the state it was decided on.
  struct Underway {
    const Selected& selected;
    ActRequest request;
    Route route;
    Node before;
    NativeRef window;
    Shown shown;  ///< what of the fresh state goes to the agent
    StopToken stop;
  };
  Result<void> room_to_queue() const;
  /// One of several: refused unless the element is what the agent saw when it decided on all of them.
  Task<Result<ActionReport>> act_as_seen(const Selected& selected, ActRequest step, Seen seen, StopToken stop);
  Task<Result<ActionReport>> act_in_turn(const Selected& selected, ActRequest request, Shown shown, StopToken stop);
  Task<Result<ActionReport>> confirm(Underway underway);
  Task<Result<ActionReport>> send(Underway underway, WindowState& spends);
  Task<Result<ActionReport>> report(const Underway& underway, Performed performed);
  Task<Result<ActionReport>> refuse(const Selected& selected, Error why, Shown shown, StopToken stop);

  /// A new request of the agent's: it has had the answers to its earlier ones.
  void has_heard();

  Parts parts_;
  Limits limits_;
  Dispatch dispatch_;
  consent::Broker broker_;
  StateBook book_;
  async::Turnstile actions_;
  async::Scope flights_;
  async::SingleFlight<Listed> listing_;
  std::map<pid_t, Pinned> pinned_;
  std::map<std::string, Candidate> selected_before_;
  std::map<std::string, std::string> program_of_;  ///< by the names they were selected by; outlives the processes
  std::vector<std::string> notes_;
  std::vector<Journal::Entry> told_;  ///< their outcome is in an answer that the agent may not have yet
};

}  // namespace secondseat::executor
