// Seat: one connection over a scripted desktop in virtual time, and a human who answers from a list. Loop only.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "async/ax_queue.hpp"
#include "async/virtual_time.hpp"
#include "desktop/scripted/scripted_desktop.hpp"
#include "desktop/scripted/scripted_identities.hpp"
#include "executor/forgetful_journal.hpp"
#include "executor/live_connection.hpp"

namespace secondseat::test {

/// Answers each question with the next of `answers`; when there is none, not at all.
class ListedAnswers final : public Questions {
 public:
  ListedAnswers(asio::any_io_executor loop, Clock& clock) : clock_(clock), never_(std::move(loop)) {}
  Task<Result<Decision>> ask(Question question) override;

  std::deque<Decision> answers;
  std::vector<Question> asked;
  Clock::Duration takes{0};  ///< each answer

 private:
  Clock& clock_;
  async::Event never_;
};

class Seat {
 public:
  explicit Seat(scripted::World world);
  /// With a journal that outlives it.
  Seat(scripted::World world, executor::Journal& journal);

  /// Runs the test in virtual time and closes the connection after it.
  void run(const std::function<Task<void>(Seat&)>& test);

  Caller caller() { return {stop.token(), &human, "test"}; }
  Task<Result<StateView>> look();
  /// Reads the whole of a window of Notes, by default the one that faces a person, or fails the test.
  Task<std::string> read(std::string window = "");
  Task<Result<ActionReport>> click(std::string state, std::string name);
  Task<Result<ActionReport>> set_value(std::string state, std::string name, std::string value);
  /// The element's number in the latest text that listed it.
  int number(const std::string& name);
  /// What the application holds.
  std::string text_of(const std::string& id) { return desktop.world().element("notes", id)->text; }

  async::TestLoop loop;
  scripted::ScriptedDesktop desktop;
  scripted::ScriptedIdentities identities;
  async::AxQueue queue;
  executor::ForgetfulJournal forgetful;
  std::vector<std::string> log;  ///< what the connection's log was given
  executor::LiveConnection connection;
  ListedAnswers human;
  StopSource stop;
  std::string latest;  ///< the text of the latest full state
};

}  // namespace secondseat::test
