// Sabotages: seams that break one rule each, so that the model test is seen to notice. Loop only.
#pragma once

#include "executor/model/play.hpp"

namespace secondseat::test {

/// A desktop that sends an action again when nobody answered.
Sabotage sends_again();
/// A desktop that takes one "Save" for the other.
Sabotage mistakes_twins();
/// A desktop that says of what it sent that it was not sent.
Sabotage denies_sending();
/// A connection that decides again for the agent when a state is stale.
Sabotage acts_on_a_fresh_state();
/// A connection that answers for the human.
Sabotage allows_everything();
/// A connection that goes on with what its caller has stopped.
Sabotage ignores_stop();

}  // namespace secondseat::test
