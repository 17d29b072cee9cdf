// ScriptedDesktop: a Desktop over a World, for demos, transcripts, tests and fuzzing. No screen, no bus, no thread of its own;
// deterministic, and obedient to Expectation, stop and Deadline like a real one. AX thread only; the clock must outlive it.
#pragma once

#include <vector>

#include "desktop/scripted/faults.hpp"
#include "desktop/scripted/world.hpp"
#include "desktop/scripted/world_reaction.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::scripted {

/// An action that was sent, whatever became of it.
struct Dispatched {
  Clock::TimePoint at;
  Perform request;
};

/// An action that has reached its element, which may be later than its sending, whatever the element then did with it.
struct Landed {
  std::size_t sent = 0;  ///< which of ScriptedDesktop::log()
  std::string role;      ///< of the element just before it reacted
  std::string name;
};

class ScriptedDesktop final : public Desktop {
 public:
  ScriptedDesktop(World world, Clock& clock) : world_(std::move(world)), clock_(clock) {}

  Task<Result<std::vector<RunningApplication>>> applications(Deadline deadline) override;
  Task<Result<WindowContent>> read(ReadWindow request, Deadline deadline) override;
  Task<Result<Performed>> perform(Perform request, std::stop_token stop, Deadline deadline) override;
  Task<void> close() override;

  World& world() { return world_; }
  Faults& faults() { return faults_; }
  /// Everything that was ever sent, in order.
  const std::vector<Dispatched>& log() const { return log_; }
  /// What reached an element of an application that runs, in order.
  const std::vector<Landed>& landed() const { return landed_; }
  int reads() const { return reads_; }
  int listings() const { return listings_; }

  /// Lets go of every held call; actions that were sent but had not landed land now (rule 3).
  void release();

 private:
  Task<Result<void>> enter(Call call, std::string application, Deadline deadline);
  Task<Result<Performed>> send(Perform request, Deadline deadline);
  Task<Result<bool>> released();
  Task<Result<bool>> wait_at_gate(Keeps keeps, Deadline deadline);
  Result<void> fits(const Perform& request);
  Reply land(std::size_t sent);

  World world_;
  Clock& clock_;
  Faults faults_;
  std::vector<Dispatched> log_;
  std::vector<Landed> landed_;
  std::vector<std::size_t> under_way_;  // sent, not landed: which of log_
  int reads_ = 0;
  int listings_ = 0;
};

}  // namespace secondseat::scripted
