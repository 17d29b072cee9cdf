// Acting: an action is checked against its expectation, sent once, answered or not, and settled. AX thread only.
#pragma once

#include <stop_token>

#include "desktop/atspi/connection.hpp"
#include "desktop/seat.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::atspi {

/// An Error means that nothing was sent. Input goes to the seat, or is refused where there is none.
Task<Result<Performed>> act(Connection& connection, Clock& clock, desktop::Seat* seat, Perform request,
                            std::stop_token stop, Deadline deadline);

}  // namespace secondseat::atspi
