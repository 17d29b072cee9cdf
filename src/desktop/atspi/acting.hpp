// Acting: an action is checked against its expectation, sent once, answered or not, and settled. AX thread only.
#pragma once

#include <stop_token>

#include "desktop/atspi/connection.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::atspi {

/// An Error means that nothing was sent.
Task<Result<Performed>> act(Connection& connection, Clock& clock, Perform request, std::stop_token stop,
                            Deadline deadline);

}  // namespace secondseat::atspi
