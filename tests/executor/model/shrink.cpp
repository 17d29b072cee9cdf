#include "executor/model/shrink.hpp"

#include <algorithm>

namespace secondseat::test {

std::vector<Event> shrink(std::vector<Event> events, const std::function<bool(const std::vector<Event>&)>& fails) {
  bool smaller = true;
  while (smaller) {
    smaller = false;
    for (auto chunk = std::max<std::size_t>(1, events.size() / 2); chunk >= 1; chunk /= 2) {
      for (std::size_t at = 0; at + chunk <= events.size();) {
        auto without = events;
        const auto from = without.begin() + static_cast<std::ptrdiff_t>(at);
        without.erase(from, from + static_cast<std::ptrdiff_t>(chunk));
        if (fails(without)) {
          events = std::move(without);
          smaller = true;
        } else {
          at += chunk;
        }
      }
    }
  }
  for (auto& event : events) {
    const auto turns = event.turns;
    for (const unsigned fewer : {0U, turns / 2}) {
      event.turns = fewer;
      if (fails(events)) break;
      event.turns = turns;
    }
  }
  return events;
}

}  // namespace secondseat::test
