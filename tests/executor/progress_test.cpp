// Who wants to know hears that a read waits, and nothing of what it is about.
#include <utility>

#include "catch.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/seat.hpp"

using namespace secondseat;
using namespace std::chrono_literals;
using secondseat::test::Seat;

namespace {

/// Writes down when it was told what.
class HeardProgress final : public Progress {
 public:
  explicit HeardProgress(const Clock& clock) : clock_(clock) {}
  void waiting(std::string_view what) override {
    at.push_back(std::chrono::duration_cast<std::chrono::milliseconds>(clock_.now().time_since_epoch()));
    said = what;
  }

  std::vector<std::chrono::milliseconds> at;
  std::string said;

 private:
  const Clock& clock_;
};

using Times = std::vector<std::chrono::milliseconds>;

}  // namespace

TEST_CASE("Each pause of a read is told to who wants to know, and none to who does not wait") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    HeardProgress heard(at.loop.clock());
    auto caller = at.caller();
    caller.progress = &heard;
    at.human.answers = {Decision::task};
    ReadRequest request;
    request.app = "Notes";
    const auto at_once = co_await at.connection.get_app_state(request, caller);
    CHECK(at_once);
    CHECK(heard.at.empty());
    at.desktop.faults().fail_next(scripted::Call::read, std::vector<ErrorCode>(4, ErrorCode::timed_out));
    const auto failed = co_await at.connection.get_app_state(request, caller);
    CHECK_FALSE(failed);
    CHECK(heard.at == Times{0ms, 2s, 5s});
    CHECK(heard.said == "the window does not answer yet; reading again");
  });
}

TEST_CASE("A wait for a change is told of about once a second, also while the application starts") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    HeardProgress heard(at.loop.clock());
    auto caller = at.caller();
    caller.progress = &heard;
    at.human.answers = {Decision::task};
    WaitRequest request;
    request.app = "Notes";
    request.text = "never";
    request.timeout = 3500ms;
    const auto report = co_await at.connection.wait_for(request, caller);
    CHECK(report);
    CHECK(heard.at == Times{1s, 2s, 3s});
    CHECK(heard.said == "what is waited for is not there yet; looking again");

    heard.at.clear();
    at.desktop.world().end("notes");
    request.app = "/usr/bin/notes";
    const auto never_there = co_await at.connection.wait_for(request, caller);
    CHECK_FALSE(never_there);
    CHECK(heard.at == Times{4500ms, 5500ms, 6500ms});
  });
}
