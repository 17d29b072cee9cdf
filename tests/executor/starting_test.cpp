// An application that starts is waited for; a name that nobody has is answered at once.
#include "catch.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/seat.hpp"

using namespace secondseat;
using namespace std::chrono_literals;
using secondseat::test::Seat;

namespace {

pid_t pid_of_notes(Seat& at) { return at.desktop.world().applications().front().pid; }

/// Nothing of Notes is there but, if so, its process.
void not_started(Seat& at, bool has_process) {
  at.desktop.world().end("notes");
  if (!has_process) at.identities.end(pid_of_notes(at));
}

Task<Result<StateView>> read(Seat& at, std::string app) {
  ReadRequest request;
  request.app = std::move(app);
  return at.connection.get_app_state(std::move(request), at.caller());
}

/// Awaits the work while `happen` happens after that time.
template <class T>
Task<T> meanwhile(Seat& at, Clock::Duration after, std::function<void()> happen, Task<T> work) {
  async::Scope scope(at.loop.executor());
  auto later = [&at, after, happen = std::move(happen)](StopToken) -> Task<void> {
    co_await at.loop.clock().sleep_until(at.loop.clock().now() + after);
    happen();
  };
  scope.spawn(std::move(later));
  auto result = co_await std::move(work);
  co_await scope.join();
  co_return result;
}

}  // namespace

TEST_CASE("Rule 5: an application that appears 4 s after its process is read without the agent noticing") {
  const auto* name = GENERATE("notes", "NOTES", "/usr/bin/notes");
  Seat seat(scripted::notes_world());
  seat.run([name](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    not_started(at, true);
    const auto began = at.loop.clock().now();
    auto start = [&at] { at.desktop.world().start("notes"); };
    auto reading = read(at, name);
    const auto state = co_await meanwhile(at, 4s, std::move(start), std::move(reading));
    REQUIRE(state);
    CHECK(state->text.find("Save") != std::string::npos);
    CHECK(at.loop.clock().now() - began == 5s);
    CHECK(at.human.asked.size() == 1);
  });
}

TEST_CASE("Rule 5: an application that is there before its window is, is read when it has one") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    not_started(at, true);
    at.desktop.world().start("notes");
    auto* const window = &at.desktop.world().application("notes")->windows.front();
    window->open = false;
    const auto began = at.loop.clock().now();
    auto show = [window] { window->open = true; };
    auto reading = read(at, "Notes");
    const auto state = co_await meanwhile(at, 4s, std::move(show), std::move(reading));
    CHECK(state);
    CHECK(at.loop.clock().now() - began == 5s);
  });
}

TEST_CASE("A name that nobody has is answered at once, with the names there are") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    const auto began = at.loop.clock().now();
    const auto state = co_await read(at, "Nites");
    REQUIRE_FALSE(state);
    CHECK(state.error().code == ErrorCode::not_found);
    CHECK(state.error().hint == "Running: Notes.");
    CHECK(at.loop.clock().now() == began);
    CHECK(at.human.asked.empty());
  });
}

TEST_CASE(
    "Rule 5: a process that never shows itself costs the patience of one read, and the answer says what it lacks") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    not_started(at, true);
    const auto began = at.loop.clock().now();
    const auto state = co_await read(at, "notes");
    REQUIRE_FALSE(state);
    CHECK(state.error().code == ErrorCode::transient);
    CHECK(state.error().message.find("runs, but") != std::string::npos);
    CHECK(at.loop.clock().now() - began == 10s);
    CHECK(at.human.asked.empty());
  });
}

TEST_CASE(
    "Rule 5: an application that is started anew is waited for by what it was called, and one that ended is not") {
  Seat seat(scripted::notes_world());
  seat.desktop.world().application("notes")->label = "Little Notes";
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task, Decision::task};
    const auto pid = pid_of_notes(at);
    const auto first = co_await read(at, "Little Notes");
    CHECK(first);
    not_started(at, false);
    auto began = at.loop.clock().now();
    const auto ended = co_await read(at, "Little Notes");
    CHECK(ended.error().code == ErrorCode::not_found);
    CHECK(at.loop.clock().now() == began);

    at.identities.begin(pid, "/usr/bin/notes");
    began = at.loop.clock().now();
    auto start = [&at] { at.desktop.world().start("notes"); };
    auto reading = read(at, "Little Notes");
    const auto again = co_await meanwhile(at, 1s, std::move(start), std::move(reading));
    CHECK(again);
    CHECK(at.loop.clock().now() - began == 2s);
    CHECK(at.human.asked.size() == 2);  // another process, another grant
  });
}

TEST_CASE("Rule 5: finding and reading share the tries, and the human's time is not counted") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    not_started(at, true);
    at.desktop.faults().fail_next(scripted::Call::read, std::vector<ErrorCode>(9, ErrorCode::timed_out));
    const auto began = at.loop.clock().now();
    auto start = [&at] { at.desktop.world().start("notes"); };
    at.human.answers = {Decision::task};
    at.human.takes = 100s;
    auto reading = read(at, "notes");
    const auto state = co_await meanwhile(at, 1s, std::move(start), std::move(reading));
    CHECK(state.error().code == ErrorCode::timed_out);
    CHECK(at.desktop.reads() == 3);
    CHECK(at.loop.clock().now() - began == 110s);
  });
}

TEST_CASE("wait_for waits for an application that starts, too, within its time") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    not_started(at, true);
    WaitRequest request;
    request.app = "notes";
    request.text = "Save";
    const auto began = at.loop.clock().now();
    auto start = [&at] { at.desktop.world().start("notes"); };
    auto waiting = at.connection.wait_for(request, at.caller());
    const auto report = co_await meanwhile(at, 4s, std::move(start), std::move(waiting));
    REQUIRE(report);
    CHECK(report->met);
    CHECK(at.loop.clock().now() - began == 4s);
  });
}

TEST_CASE("An action on an application that starts is refused at once") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    not_started(at, true);
    ActRequest request{"notes", "s:0:1", Click{1}, false};
    const auto began = at.loop.clock().now();
    const auto report = co_await at.connection.act(std::move(request), at.caller());
    REQUIRE_FALSE(report);
    CHECK(report.error().code == ErrorCode::transient);
    CHECK(at.loop.clock().now() == began);
    CHECK(at.desktop.log().empty());
  });
}

TEST_CASE("Rule 5: STOP ends the wait for an application that starts at once") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    not_started(at, true);
    async::Scope scope(at.loop.executor());
    auto wait = [&at](StopToken stop) -> Task<void> {
      ReadRequest request;
      request.app = "notes";
      Caller caller{std::move(stop), &at.human, "test"};
      co_await at.connection.get_app_state(std::move(request), std::move(caller));
    };
    auto waiting = scope.spawn(std::move(wait));
    co_await at.loop.clock().sleep_until(at.loop.clock().now() + 1s);
    waiting.request_stop();
    co_await scope.join();
    CHECK(at.loop.clock().now().time_since_epoch() == 1s);
  });
}
