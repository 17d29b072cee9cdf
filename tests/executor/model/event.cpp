#include "executor/model/event.hpp"

#include <array>
#include <random>
#include <string_view>

#include <fmt/format.h>

namespace secondseat::test {
namespace {

struct Described {
  std::string_view name;
  unsigned weight;
};

/// In the order of Event::Kind.
constexpr std::array<Described, Event::kinds> descriptions{{
    {"list", 2},         {"read", 22},         {"click", 24},      {"set_value", 14},
    {"repeat", 8},       {"cancel", 8},        {"stop", 2},        {"trust", 2},
    {"answer", 8},       {"revoke", 2},        {"end_process", 2}, {"end_application", 2},
    {"restart", 4},      {"hang", 7},          {"release", 6},     {"swap", 4},
    {"swap_names", 3},   {"recreate", 4},      {"remove", 2},      {"toggle_enabled", 2},
    {"answer_badly", 4}, {"dialog", 3},        {"fail", 3},        {"slow", 2},
    {"restless", 1},     {"end_of_stream", 3}, {"wait", 10},
}};

Event::Kind kind_of(unsigned chosen) {
  unsigned kind = 0;
  for (const auto& described : descriptions) {
    if (chosen < described.weight) break;
    chosen -= described.weight;
    ++kind;
  }
  return static_cast<Event::Kind>(kind);
}

unsigned all_weights() {
  unsigned sum = 0;
  for (const auto& described : descriptions) sum += described.weight;
  return sum;
}

}  // namespace

std::vector<Event> events_of(std::uint64_t seed) {
  std::mt19937_64 source(seed);  // its numbers are the same everywhere, unlike those of the standard's distributions
  const auto below = [&source](unsigned limit) { return static_cast<unsigned>(source() % limit); };
  std::vector<Event> events;
  if (below(10) < 7) events.push_back({Event::Kind::trust, 0, 0, 0, 0});
  events.push_back({Event::Kind::read, below(64), below(64), below(64), 40});
  const auto more = 8 + below(21);
  for (unsigned i = 0; i < more; ++i) {
    Event event;
    event.kind = kind_of(below(all_weights()));
    event.a = below(64);
    event.b = below(64);
    event.c = below(64);
    event.turns = below(2) == 0 ? 80 : below(30);  // until nothing is ready, or somewhere in between
    events.push_back(event);
  }
  return events;
}

std::string in_words(const Event& event) {
  return fmt::format("{} {} {} {}, then {} turns", descriptions[static_cast<std::size_t>(event.kind)].name, event.a,
                     event.b, event.c, event.turns);
}

}  // namespace secondseat::test
