// Caller: one request's circumstances, handed down by value to whatever serves it. Loop only.
#pragma once

#include <string>

#include "secondseat/progress.hpp"
#include "secondseat/questions.hpp"
#include "secondseat/stop.hpp"

namespace secondseat {

struct Caller {
  StopToken stop;                  ///< asked at the instants when nothing waits; waits are unwound anyway
  Questions* questions = nullptr;  ///< must outlive the call; none: what is not granted yet is refused
  std::string agent;               ///< what the client calls itself: shown to the human, untrusted
  Progress* progress = nullptr;    ///< must outlive the call; none: nobody wants to know
};

}  // namespace secondseat
