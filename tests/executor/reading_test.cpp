// Rule 5: reads are patient, silently.
#include "catch.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/seat.hpp"

using namespace secondseat;
using namespace std::chrono_literals;
using secondseat::test::Seat;

TEST_CASE("Rule 5: a read is tried again after 2, 3 and 5 s, and succeeds at the last") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    at.desktop.faults().fail_next(scripted::Call::read,
                                  {ErrorCode::transient, ErrorCode::backend_lost, ErrorCode::timed_out});
    const auto began = at.loop.clock().now();
    const auto state = co_await at.look();
    CHECK(state);
    CHECK(at.loop.clock().now() - began == 10s);
  });
}

TEST_CASE("Rule 5: only the last failure is reported, once") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    at.desktop.faults().fail_next(scripted::Call::read,
                                  {ErrorCode::transient, ErrorCode::transient, ErrorCode::transient,
                                   ErrorCode::backend_lost, ErrorCode::transient});
    const auto state = co_await at.look();
    REQUIRE_FALSE(state);
    CHECK(state.error().code == ErrorCode::backend_lost);
    CHECK(at.desktop.reads() == 4);
  });
}

TEST_CASE("Rule 5: an application that hangs costs 15 s an attempt and less than 90 s in all") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    at.desktop.faults().hold(scripted::Call::read, scripted::Hold::before_sending);
    const auto began = at.loop.clock().now();
    const auto state = co_await at.look();
    REQUIRE_FALSE(state);
    CHECK(state.error().code == ErrorCode::timed_out);
    CHECK(at.loop.clock().now() - began == 70s);
  });
}

TEST_CASE(
    "Rule 5: the last failure is logged once, without content, and nothing is that may still pass or never could") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    at.desktop.faults().fail_next(scripted::Call::read, {ErrorCode::transient, ErrorCode::backend_lost});
    const auto late = co_await at.look();
    CHECK(late);
    CHECK(at.log.empty());
    at.desktop.faults().fail_next(scripted::Call::read, {ErrorCode::stale});
    const auto final_at_once = co_await at.look();
    CHECK_FALSE(final_at_once);
    CHECK(at.log.empty());
    at.desktop.faults().fail_next(scripted::Call::read, std::vector<ErrorCode>(4, ErrorCode::timed_out));
    const auto failed = co_await at.look();
    CHECK_FALSE(failed);
    CHECK(at.log == std::vector<std::string>{"event=read_failed code=timed_out attempts=4"});
  });
}

TEST_CASE("Rule 5: a read that is stopped logs nothing") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    co_await at.read();
    at.desktop.faults().hold(scripted::Call::read, scripted::Hold::before_sending);
    async::Scope scope(at.loop.executor());
    auto read = [&at](StopToken stop) -> Task<void> {
      ReadRequest request;
      request.app = "Notes";
      Caller caller{std::move(stop), &at.human, "test"};
      co_await at.connection.get_app_state(std::move(request), std::move(caller));
    };
    auto reading = scope.spawn(std::move(read));
    co_await at.loop.clock().sleep_until(at.loop.clock().now() + 16s);
    reading.request_stop();
    co_await scope.join();
    CHECK(at.log.empty());
  });
}

TEST_CASE("What has not changed is one sentence, and what has is a diff") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    co_await at.read();
    const auto same = co_await at.look();
    REQUIRE(same);
    CHECK(same->text.find("nothing changed") != std::string::npos);
    at.desktop.world().element("notes", "note")->text = "Feed the cat";
    const auto other = co_await at.look();
    REQUIRE(other);
    CHECK(other->text.find("~ ") != std::string::npos);
    CHECK(other->text.find("Feed the cat") != std::string::npos);
    CHECK(other->text.find("Save") == std::string::npos);
  });
}

TEST_CASE("A query lists what matches with its ancestors, and a title that fits nothing lists the windows") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    ReadRequest request;
    request.app = "Notes";
    request.query = "dentist";
    const auto found = co_await at.connection.get_app_state(request, at.caller());
    REQUIRE(found);
    CHECK(found->text.find("Call the dentist") != std::string::npos);
    CHECK(found->text.find("list \"Notes\"") != std::string::npos);
    CHECK(found->text.find("Save") == std::string::npos);
    request.window = "Calendar";
    const auto missing = co_await at.connection.get_app_state(request, at.caller());
    REQUIRE_FALSE(missing);
    CHECK(missing.error().hint.find("Notes") != std::string::npos);
  });
}

TEST_CASE("Whatever list_apps prints selects") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto listed = co_await at.connection.list_apps(at.caller());
    REQUIRE(listed);
    REQUIRE(listed->size() == 1);
    const auto& first = listed->front();
    CHECK(first.windows.empty());  // titles are content
    for (const auto& app : {first.name, first.path, "pid:" + std::to_string(first.pid), std::string("NOTES")}) {
      ReadRequest request;
      request.app = app;
      const auto state = co_await at.connection.get_app_state(request, at.caller());
      CHECK(state);
    }
    const auto allowed = co_await at.connection.list_apps(at.caller());
    CHECK(allowed->front().windows == std::vector<std::string>{"Notes"});
    CHECK(at.human.asked.size() == 1);
  });
}
