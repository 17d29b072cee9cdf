// play: one run of the model test, from a fresh desktop to the last closed connection, in virtual time. Loop only.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "executor/model/event.hpp"
#include "executor/model/record.hpp"

namespace secondseat::test {

/// Puts something between the executor and its desktop, or around the executor, that breaks a rule: so that the test is tested.
struct Sabotage {
  std::function<std::unique_ptr<Desktop>(Desktop&)> of_desktop;
  std::function<std::unique_ptr<Connection>(Connection&)> of_connection;
};

Record play(const std::vector<Event>& events, const Sabotage& sabotage = {});

}  // namespace secondseat::test
