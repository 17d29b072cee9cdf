// Run: the moving parts of one run of the model test, and how events reach them. Loop only.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "async/ax_queue.hpp"
#include "async/one_shot.hpp"
#include "async/virtual_time.hpp"
#include "executor/forgetful_journal.hpp"
#include "executor/live_connection.hpp"
#include "executor/model/agent_view.hpp"
#include "executor/model/desk.hpp"
#include "executor/model/play.hpp"

namespace secondseat::test {

class Run {
 public:
  explicit Run(const Sabotage& sabotage);

  void happens(const Event& event);
  /// Lets every call end by itself, closes, lets go of what hangs, and looks whether anything still moves. False: something
  /// waits for ever, and nothing of this run can be destroyed safely.
  bool finish();
  Record take() { return std::move(record_); }

 private:
  /// One start of the server: its queue and its connection live until the run ends, because calls may still use them.
  struct Server {
    Server(asio::any_io_executor loop, asio::any_io_executor native, Desktop& desktop, IdentitySource& identities,
           Clock& clock, const Sabotage& sabotage);
    async::AxQueue queue;
    executor::ForgetfulJournal journal;
    executor::LiveConnection live;
    std::unique_ptr<Connection> around;
    Connection& connection;
  };
  /// The human, as one call's questions reach them.
  struct Human final : Questions {
    Human(Run& run_of_it, int call_of_it) : run(run_of_it), call(call_of_it) {}
    Task<Result<Decision>> ask(Question question) override;
    Run& run;
    int call;
  };
  struct Open {
    int call = no_call;
    NativeRef application;
    std::shared_ptr<async::OneShot<Result<Decision>>> answer;  // owners: this list and the question that waits for it
  };

  void turn();
  void turns(unsigned most);
  void wait(Clock::Duration time);
  std::shared_ptr<const bool> after(Clock::Duration time);
  bool all_ended() const;

  void connect();
  void close();
  std::size_t start(std::optional<ActRequest> action, std::optional<Meant> meant);
  void spawn(std::size_t call, std::function<Task<void>()> body);
  Task<void> serve_listing(std::size_t call);
  Task<void> serve_read(std::size_t call, ReadRequest request);
  Task<void> serve_action(std::size_t call);
  Caller caller(std::size_t call);
  void given(std::size_t call, const StateView& view);

  void act(const Event& event);
  void repeat(const Event& event);
  void stop(std::size_t call);
  void answer(const Event& event);
  void allow(int call, const NativeRef& application, Decision decision);
  std::string spelled(unsigned application, unsigned how) const;
  const KnownState* choose_state(const NativeRef& application, const Event& event) const;

  async::TestLoop loop_;
  Record record_;
  Trace trace_;
  scripted::ScriptedDesktop desktop_;
  scripted::ScriptedIdentities identities_;
  Desk desk_;
  Witness witness_;
  std::unique_ptr<Desktop> between_;
  const Sabotage& sabotage_;
  std::deque<Human> humans_;
  std::vector<StopSource> stops_;
  std::vector<Open> questions_;
  bool trusts_ = false;
  std::deque<KnownState> known_;
  std::vector<std::unique_ptr<Server>> servers_;
};

}  // namespace secondseat::test
