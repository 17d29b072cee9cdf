// The STOP property: a scenario is run to its end once, which counts its steps, and then once more for each of them, with STOP
// just before that step. Virtual time makes this exhaustive instead of random. This is the test that makes STOP trustworthy.
//
// A scenario is made anew for each run, on a loop of its own:
//   Task<void> run(StopToken)   the work; STOP unwinds it
//   void check(const StopRun&)  what must hold when everything has ended: nothing held, nothing left in a scope, outcome known
#pragma once

#include <cstddef>
#include <exception>
#include <optional>

#include <asio/bind_cancellation_slot.hpp>
#include <asio/co_spawn.hpp>

#include "async/virtual_time.hpp"
#include "catch.hpp"
#include "secondseat/stop.hpp"

namespace secondseat::testing {

struct StopRun {
  std::optional<std::size_t> stopped_before;  ///< the step; none in the run that nobody stops
  std::size_t steps = 0;                      ///< until the scenario's run() had ended
  bool threw = false;                         ///< it left by an exception: unwound, unless it settles by itself
};

/// One run: STOP before the step, if it comes that far. Then everything that is left over runs to its end.
template <class Make>
StopRun run_with_stop(Make& make, std::optional<std::size_t> stop_before) {
  constexpr std::size_t endless = 100'000;
  async::TestLoop loop;
  const auto scenario = make(loop);
  StopSource stop;
  std::optional<std::exception_ptr> outcome;
  auto start = [&scenario, &stop]() { return scenario->run(stop.token()); };
  auto finish = [&outcome](std::exception_ptr failure) { outcome = std::move(failure); };
  asio::co_spawn(loop.executor(), start, asio::bind_cancellation_slot(stop.slot(), finish));

  StopRun run;
  run.stopped_before = stop_before;
  while (!outcome && run.steps < endless) {
    if (stop_before == run.steps) stop.request_stop();
    if (!loop.step()) break;
    ++run.steps;
  }
  INFO("STOP before step " << (stop_before ? static_cast<long long>(*stop_before) : -1));
  REQUIRE(outcome);
  std::size_t left_over = 0;
  while (loop.step()) REQUIRE(++left_over < endless);
  run.threw = *outcome != nullptr;
  scenario->check(run);
  return run;
}

/// `make(TestLoop&)` gives a pointer to a new scenario. Returns how many steps it has.
template <class Make>
std::size_t stop_at_each_step(Make make) {
  const auto undisturbed = run_with_stop(make, std::nullopt);
  for (std::size_t step = 0; step < undisturbed.steps; ++step) run_with_stop(make, step);
  return undisturbed.steps;
}

}  // namespace secondseat::testing
