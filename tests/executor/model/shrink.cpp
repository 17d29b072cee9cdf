#include "executor/model/shrink.hpp"

#include <algorithm>
#include <utility>

namespace secondseat::test {
namespace {

using Fails = std::function<bool(const std::vector<Event>&)>;

bool fewer(std::vector<Event>& events, const Fails& fails) {
  const auto before = events.size();
  for (auto chunk = std::max<std::size_t>(1, events.size() / 2); chunk >= 1; chunk /= 2) {
    for (std::size_t at = 0; at + chunk <= events.size();) {
      auto without = events;
      const auto from = without.begin() + static_cast<std::ptrdiff_t>(at);
      without.erase(from, from + static_cast<std::ptrdiff_t>(chunk));
      if (fails(without))
        events = std::move(without);
      else
        at += chunk;
    }
  }
  return events.size() < before;
}

bool plainer(std::vector<Event>& events, const Fails& fails) {
  bool any = false;
  for (auto& event : events) {
    for (auto* const number : {&event.a, &event.b, &event.c, &event.turns}) {
      if (*number == 0) continue;
      const auto before = std::exchange(*number, 0);
      if (fails(events))
        any = true;
      else
        *number = before;
    }
  }
  return any;
}

}  // namespace

std::vector<Event> shrink(std::vector<Event> events, const Fails& fails) {
  bool again = true;
  while (again) {
    again = fewer(events, fails);
    again = plainer(events, fails) || again;
  }
  return events;
}

}  // namespace secondseat::test
