// Record: everything of a run that the rules are checked against: what the agent asked and was told, what the human allowed, when
// processes ended, what really reached the desktop. Plain data; turns of the loop are the time. Loop only.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "desktop/scripted/scripted_desktop.hpp"
#include "executor/model/trace.hpp"
#include "secondseat/executor.hpp"

namespace secondseat::test {

using Turn = unsigned;

/// What the agent means by an action, as far as it could know.
struct Meant {
  NativeRef application;
  std::set<NativeRef>
      elements;           ///< those that the number stands for; more than one only for twins nobody could tell apart
  std::string described;  ///< the element's line in the state
};

struct Call {
  int connection = 0;
  std::optional<ActRequest> action;  ///< none for a read or a listing
  std::optional<Meant> meant;        ///< none: the state named was never given to this connection, or does not show it
  Turn began = 0;
  std::optional<Turn> stopped;
  std::optional<Turn> ended;
  std::optional<Result<ActionReport>> report;
};

/// A state that reached the agent.
struct GivenState {
  std::string id;
  int connection = 0;
  NativeRef application;
  NativeRef window;
  unsigned sequence = 0;
  Turn at = 0;
};

struct Allowed {
  int connection = 0;
  NativeRef application;
  Decision decision = Decision::once;
  Turn at = 0;
};

/// What the desktop was told to do.
struct Told {
  Origin by;
  Perform request;
  std::optional<Turn> sent;  ///< when it went out to the application, if it did
  std::optional<scripted::Landed> landed;
  std::optional<Turn> landed_at;
  std::optional<Delivery> answer;  ///< what the desktop made of it, if it came to an end
  int times_sent = 0;
  int times_landed = 0;
};

/// A read that reached the desktop.
struct Looked {
  Origin by;
  NativeRef application;
};

struct Connected {
  bool told_to_close = false;
  std::optional<Turn> close_began;
  std::optional<Turn> closed;
};

struct Record {
  std::vector<Call> calls;
  std::vector<GivenState> states;
  std::vector<Allowed> allowed;
  std::vector<Told> told;
  std::vector<Looked> looked;
  std::vector<Connected> connections;
  std::map<NativeRef, Turn> ended;  ///< processes
  std::vector<std::string> broken;  ///< what went wrong with the run as a whole
};

/// The first rule that was broken, in a sentence; nothing if all held.
std::optional<std::string> broken_rule(const Record& record);

}  // namespace secondseat::test
