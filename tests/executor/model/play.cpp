#include "executor/model/play.hpp"

#include "executor/model/run.hpp"

namespace secondseat::test {

Record play(const std::vector<Event>& events, const Sabotage& sabotage) {
  auto run = std::make_unique<Run>(sabotage);
  for (const auto& event : events) run->happens(event);
  if (run->finish()) return run->take();
  return run.release()->take();  // what waits for ever still refers to it; the test has failed anyway
}

}  // namespace secondseat::test
