// A diff is against what the agent was given; what was read for a request that is cancelled was not.
#include <memory>

#include "async/stop_at_each_step.hpp"
#include "catch.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/seat.hpp"

using namespace secondseat;
using async::TestLoop;
using secondseat::test::ListedAnswers;

namespace {

/// One of the requests that show a state. True: it has an answer.
using Ask = Task<bool> (*)(executor::LiveConnection& connection, Caller caller);

Task<bool> look_again(executor::LiveConnection& connection, Caller caller) {
  ReadRequest request;
  request.app = "Notes";
  const auto state = co_await connection.get_app_state(std::move(request), std::move(caller));
  co_return state.has_value();
}

Task<bool> wait_for_it(executor::LiveConnection& connection, Caller caller) {
  WaitRequest request;
  request.app = "Notes";
  request.text = "Feed the cat";
  const auto report = co_await connection.wait_for(std::move(request), std::move(caller));
  co_return report.has_value();
}

Task<bool> act_on_an_old_state(executor::LiveConnection& connection, Caller caller) {
  ActRequest request{"Notes", "s:0:1", Click{0}, false};
  const auto report = co_await connection.act(std::move(request), std::move(caller));
  co_return report.has_value() && report->state.has_value();
}

/// The agent has seen the window, which then changed; now it asks, and is stopped or not.
class AskedOnce {
 public:
  AskedOnce(TestLoop& loop, Ask ask)
      : loop_(loop),
        ask_(ask),
        desktop_(scripted::notes_world(), loop.clock()),
        identities_(desktop_.world()),
        queue_(loop.executor(), async::AxQueue::OnLoop{}),
        connection_(loop.executor(), {queue_, desktop_, identities_, loop.clock(), journal_, {}}, {}),
        human_(loop.executor(), loop.clock()) {
    human_.answers = {Decision::task};
    look();
    desktop_.world().element("notes", "note")->text = "Feed the cat";
  }

  Task<void> run(StopToken stop) {
    Caller caller{stop, &human_, "test"};
    auto asking = ask_(connection_, std::move(caller));
    const bool has_answer = co_await std::move(asking);
    was_given_ = has_answer && !stop.stop_requested();
  }

  void check(const testing::StopRun& run) {
    const auto text = look();
    CHECK(was_given_ == !run.stopped_before);
    CHECK((text.find("nothing changed") != std::string::npos) == was_given_);
    CHECK((text.find("Feed the cat") == std::string::npos) == was_given_);
    loop_.run([this]() { return connection_.close(); });
  }

 private:
  std::string look() {
    std::string text;
    loop_.run([this, &text]() -> Task<void> {
      ReadRequest request;
      request.app = "Notes";
      Caller caller{{}, &human_, "test"};
      const auto state = co_await connection_.get_app_state(std::move(request), std::move(caller));
      text = state.value().text;
    });
    return text;
  }

  TestLoop& loop_;
  Ask ask_;
  scripted::ScriptedDesktop desktop_;
  scripted::ScriptedIdentities identities_;
  async::AxQueue queue_;
  executor::ForgetfulJournal journal_;
  executor::LiveConnection connection_;
  ListedAnswers human_;
  bool was_given_ = false;
};

}  // namespace

TEST_CASE("A request cancelled at any of its steps leaves the next diff against what the agent was given") {
  const auto ask = GENERATE(values<Ask>({look_again, wait_for_it, act_on_an_old_state}));

  const auto steps =
      testing::stop_at_each_step([ask](TestLoop& loop) { return std::make_unique<AskedOnce>(loop, ask); });

  CHECK(steps > 3);
}
