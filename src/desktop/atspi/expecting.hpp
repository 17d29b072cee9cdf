// Expecting: whether an element is still what somebody decided about it, asked in the instant before something is sent. What it
// is not any more is ErrorCode::stale. AX thread only; the connection must outlive the call.
#pragma once

#include <string>
#include <vector>

#include "desktop/atspi/connection.hpp"

namespace secondseat::atspi {

/// Nothing was sent, because of this.
tl::unexpected<Error> changed(std::string what);

Task<Result<void>> still_as_expected(Connection& connection, Dialect dialect, ElementAddress element,
                                     ElementAddress window, Expectation expect);

/// Each has the bounds in the window that it had.
Task<Result<void>> all_in_place(Connection& connection, Dialect dialect, ElementAddress window,
                                std::vector<Landmark> landmarks);

}  // namespace secondseat::atspi
