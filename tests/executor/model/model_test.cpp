// The model test of the executor: random events in virtual time, on a desktop that records what landed, held against the rules.
//
// SECONDSEAT_MODEL_RUNS sets the number of runs, SECONDSEAT_MODEL_SEED the first seed; with a seed alone, one run is played.
#include <cstdlib>

#include <fmt/format.h>

#include "catch.hpp"
#include "executor/model/play.hpp"
#include "executor/model/sabotages.hpp"
#include "executor/model/shrink.hpp"

using namespace secondseat;
using namespace secondseat::test;

namespace {

constexpr std::uint64_t usual_runs = 2'000;

std::optional<std::uint64_t> number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  return std::strtoull(text, nullptr, 10);
}

std::string told(const std::vector<Event>& events) {
  std::string words;
  for (const auto& event : events) words += "  " + in_words(event) + '\n';
  return words;
}

std::vector<Event> shrunk(const std::vector<Event>& events, const Sabotage& sabotage = {}) {
  const auto fails = [&](const std::vector<Event>& fewer) { return broken_rule(play(fewer, sabotage)).has_value(); };
  return shrink(events, fails);
}

}  // namespace

TEST_CASE("Whatever happens: an action lands at most once, where it was meant, and never when it was said not to") {
  const auto seed = number_in("SECONDSEAT_MODEL_SEED");
  const auto runs = number_in("SECONDSEAT_MODEL_RUNS").value_or(seed ? 1 : usual_runs);
  const auto first = seed.value_or(1);
  std::map<std::string, unsigned> outcomes;
  std::size_t landed = 0;

  for (auto number = first; number < first + runs; ++number) {
    const auto events = events_of(number);
    const auto record = play(events);
    if (const auto rule = broken_rule(record)) {
      const auto few = shrunk(events);
      FAIL("seed " << number << ": " << *rule << "\nfewer events, " << *broken_rule(play(few)) << ":\n" << told(few));
    }
    for (const auto& each : record.told) landed += static_cast<std::size_t>(each.times_landed);
    for (const auto& call : record.calls)
      if (call.action && call.report)
        ++outcomes[std::string(*call.report ? to_string((*call.report)->outcome)
                                            : to_string(call.report->error().code))];
  }

  std::string seen;
  for (const auto& [outcome, times] : outcomes) seen += fmt::format(" {} {}", outcome, times);
  fmt::print("model: runs={} landed={}{}\n", runs, landed, seen);
  CHECK(landed > runs / 4);
}

TEST_CASE("A process that was replaced under its number between being listed and being pinned is told apart") {
  constexpr std::uint64_t met_it = 2002009;
  const auto record = play(events_of(met_it));
  const auto rule = broken_rule(record);
  CAPTURE(rule.value_or(""));
  CHECK_FALSE(rule);
}

namespace {

struct Planted {
  const char* what;
  Sabotage (*sabotage)();
  const char* rule;  ///< how the broken rule is told
};

}  // namespace

TEST_CASE("A rule that is broken on purpose is noticed, and told in a few events") {
  const auto planted = GENERATE(Planted{"sends again when nobody answers", sends_again, "no call had handed over"},
                                Planted{"mistakes twins", mistakes_twins, "another element than the one named"},
                                Planted{"denies what it sent", denies_sending, "was sent"},
                                Planted{"acts on a fresh state for the agent", acts_on_a_fresh_state, "state"},
                                Planted{"answers for the human", allows_everything, "nobody had allowed it"},
                                Planted{"ignores STOP", ignores_stop, "after it had been stopped"});
  CAPTURE(planted.what);
  const auto sabotage = planted.sabotage();
  std::vector<Event> events;

  for (std::uint64_t seed = 1; seed <= 3'000 && events.empty(); ++seed)
    if (broken_rule(play(events_of(seed), sabotage))) events = events_of(seed);

  REQUIRE_FALSE(events.empty());
  const auto few = shrunk(events, sabotage);
  const auto rule = broken_rule(play(few, sabotage));
  REQUIRE(rule);
  CAPTURE(*rule, told(few));
  CHECK(rule->find(planted.rule) != std::string::npos);
  CHECK(few.size() <= 8);
}
