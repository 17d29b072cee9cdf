// Rule 1, as far as the executor goes: no grant, no dispatch.
#include "catch.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/seat.hpp"

using namespace secondseat;
using secondseat::test::Seat;

TEST_CASE("Rule 1: denied is denied for the task, and is asked once") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::deny};
    for (int attempt = 0; attempt < 2; ++attempt) {
      const auto state = co_await at.look();
      REQUIRE_FALSE(state);
      CHECK(state.error().code == ErrorCode::denied);
      CHECK(state.error().layer == Layer::consent);
    }
    CHECK(at.human.asked.size() == 1);
    CHECK(at.desktop.reads() == 0);
  });
}

TEST_CASE("Rule 1: silence is no, after 120 s, and may be asked again") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    const auto began = at.loop.clock().now();
    const auto state = co_await at.look();
    REQUIRE_FALSE(state);
    CHECK(state.error().code == ErrorCode::unanswered);
    CHECK(at.loop.clock().now() - began == std::chrono::seconds{120});
    CHECK(at.desktop.reads() == 0);
    at.human.answers = {Decision::once};
    const auto later = co_await at.look();
    CHECK(later);
  });
}

TEST_CASE("Rule 1: once is one request") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::once};
    const auto state = co_await at.read();
    at.human.answers = {Decision::deny};
    const auto report = co_await at.click(state, "Save");
    REQUIRE_FALSE(report);
    CHECK(report.error().code == ErrorCode::denied);
    CHECK(at.desktop.log().empty());
  });
}

TEST_CASE("Rule 1: a grant is for one process instance") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    const auto pid = at.desktop.world().applications().front().pid;
    at.identities.replace(pid, "/usr/bin/notes");
    at.human.answers = {Decision::deny};
    const auto report = co_await at.click(state, "Save");
    REQUIRE_FALSE(report);
    CHECK(at.human.asked.size() == 2);
    CHECK(at.desktop.log().empty());
  });
}

TEST_CASE("Rule 1: a closed connection dispatches nothing") {
  Seat seat(scripted::notes_world());
  seat.run([](Seat& at) -> Task<void> {
    at.human.answers = {Decision::task};
    const auto state = co_await at.read();
    co_await at.connection.close();
    const auto reads = at.desktop.reads();
    at.human.answers = {Decision::task};
    const auto report = co_await at.click(state, "Save");
    CHECK_FALSE(report);
    const auto again = co_await at.look();
    CHECK_FALSE(again);
    CHECK(at.desktop.reads() == reads);
    CHECK(at.desktop.log().empty());
  });
}
