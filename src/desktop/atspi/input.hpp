// Input: what the bus cannot do is handed to a seat, which has a pointer and a keyboard, with all that the tree knows of the target
// checked right before. AX thread only.
#pragma once

#include <stop_token>

#include "desktop/atspi/connection.hpp"
#include "desktop/seat.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::atspi {

/// Sends once and settles. Text and keys for an element make the window active and give the element the focus first, which is
/// not taken back if nothing is typed after all. An Error means that nothing was pressed or typed.
Task<Result<Performed>> act_by_input(Connection& connection, Clock& clock, desktop::Seat& seat, Perform request,
                                     std::stop_token stop, Deadline deadline);

}  // namespace secondseat::atspi
