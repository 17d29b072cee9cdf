// Rule 2 across a crash: nothing is sent that is not in the journal, and what is open there is told to the agent.
#include "catch.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/seat.hpp"

using namespace secondseat;
using secondseat::test::Seat;

namespace {

/// Remembers what it was told, and fails on demand.
class RecordingJournal final : public executor::Journal {
 public:
  Result<Entry> begin(executor::ActionKind kind, const executor::ApplicationDigest&) override {
    if (is_full)
      return fail(Layer::operating_system, ErrorCode::internal, "the journal could not be written", "Make room.");
    kinds.push_back(kind);
    if (on_begin) on_begin();
    return Entry(*this, kinds.size());
  }
  std::vector<Left> left_by_earlier_runs(const executor::ApplicationDigest& application) override {
    asked.push_back(application);
    std::vector<Left> given;
    if (std::exchange(has_left, false))
      given.push_back({executor::ActionKind::click, std::chrono::sys_seconds{}, Entry(*this, 1'000)});
    return given;
  }

  bool is_full = false;
  bool has_left = false;
  std::function<void()> on_begin;
  std::vector<executor::ActionKind> kinds;
  std::vector<executor::ApplicationDigest> asked;
  std::vector<std::uint64_t> finished;

 private:
  void finish(std::uint64_t number) override { finished.push_back(number); }
};

using Numbers = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("Rule 2: what the journal cannot hold is not sent, and the state is not spent by it") {
  RecordingJournal journal;
  Seat seat(scripted::notes_world(), journal);
  seat.run([&journal](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    journal.is_full = true;
    const auto refused = co_await at.click(state, "Save");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().layer == Layer::operating_system);
    CHECK(at.desktop.log().empty());
    journal.is_full = false;
    const auto sent = co_await at.click(state, "Save");
    REQUIRE(sent);
    CHECK(at.desktop.log().size() == 1);
  });
}

TEST_CASE("Rule 2: an action is in the journal before it is sent, and open until the agent has its answer") {
  RecordingJournal journal;
  Seat seat(scripted::notes_world(), journal);
  seat.run([&journal](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    std::size_t sent_before = 99;
    journal.on_begin = [&] { sent_before = at.desktop.log().size(); };
    const auto state = co_await at.read();
    CHECK(journal.kinds.empty());
    const auto clicked = co_await at.click(state, "Save");
    REQUIRE(clicked);
    CHECK(sent_before == 0);
    CHECK(at.desktop.log().size() == 1);
    CHECK(journal.kinds == std::vector{executor::ActionKind::click});
    CHECK(journal.finished.empty());
    co_await at.read();
    CHECK(journal.finished == Numbers{1});
  });
}

TEST_CASE("Rule 2: what is refused is not in the journal") {
  RecordingJournal journal;
  Seat seat(scripted::notes_world(), journal);
  seat.run([&journal](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    const auto disabled = co_await at.set_value(state, "Server", "x");
    const auto stale = co_await at.click("s:0:1", "Save");
    REQUIRE(disabled);
    REQUIRE(stale);
    CHECK(journal.kinds.empty());
  });
}

TEST_CASE("Rule 2: what changes while the journal is written is noticed before anything is sent") {
  RecordingJournal journal;
  Seat seat(scripted::notes_world(), journal);
  seat.run([&journal](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    journal.on_begin = [&at] { at.stop.request_stop(); };
    const auto refused = co_await at.click(state, "Save");
    REQUIRE_FALSE(refused);
    CHECK(at.desktop.log().empty());
    CHECK(journal.finished == Numbers{1});
  });
}

TEST_CASE("Rule 2: the first state of an application tells what an earlier run left open, once") {
  RecordingJournal journal;
  journal.has_left = true;
  Seat seat(scripted::notes_world(), journal);
  seat.run([&journal](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    co_await at.read();
    CHECK(at.latest.find("\nnote: an earlier run of secondseat") != std::string::npos);
    CHECK(journal.asked.at(0) == executor::application_digest("/usr/bin/notes"));
    CHECK(journal.finished.empty());
    co_await at.read();
    CHECK(at.latest.find("note:") == std::string::npos);
    CHECK(journal.finished == Numbers{1'000});
  });
}
