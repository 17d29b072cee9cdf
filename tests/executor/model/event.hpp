// Event: one thing that happens to the executor in the model test, as a plain value, so that a run can be made from a seed,
// cut down and told in words. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace secondseat::test {

/// The numbers of an event choose among what there is when it happens; one that fits nothing does nothing.
struct Event {
  enum class Kind {
    // the agent
    list,
    read,
    click,
    set_value,
    repeat,  ///< an earlier action, word for word
    cancel,
    stop,  ///< everything of this connection
    // the human
    trust,   ///< from now on every question is answered with "task", at once
    answer,  ///< one open question
    revoke,  ///< the connection is closed while its calls run
    // the applications
    end_process,  ///< the process is gone, and the desktop has not noticed
    end_application,
    restart,
    hang,
    release,  ///< of everything that hangs
    swap,     ///< two elements change places
    swap_names,
    recreate,  ///< an element is replaced by one that looks the same
    remove,
    toggle_enabled,
    answer_badly,  ///< an element that lies, says no or says nothing
    dialog,        ///< opens or closes
    // the system
    fail,  ///< the next calls of a kind fail: the bus is lost, or something passing
    slow,
    restless,       ///< nothing settles any more
    end_of_stream,  ///< the client goes: its calls are stopped, its connection closed, perhaps the next one connects
    wait,
  };
  static constexpr int kinds = static_cast<int>(Kind::wait) + 1;

  Kind kind = Kind::wait;
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned turns = 0;  ///< of the loop that follow before the next event
};

std::vector<Event> events_of(std::uint64_t seed);
std::string in_words(const Event& event);

}  // namespace secondseat::test
