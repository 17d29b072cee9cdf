// The windows of an application, and the process that shows them. AX thread only.
#pragma once

#include <sys/types.h>

#include <vector>

#include "desktop/atspi/connection.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::atspi {

/// In the application's own order, without those it keeps hidden.
Task<Result<std::vector<Window>>> list_windows(Connection& connection, ApplicationRoot root);
/// One of them, or `stale` if it is gone.
Task<Result<Window>> describe_window(Connection& connection, ElementAddress window);
/// With its windows if it answers in time. A hung one is listed without: it is there, and may come back. Nothing if it went away
/// meanwhile.
Task<Result<std::vector<RunningApplication>>> describe_application(Connection& connection, Clock& clock,
                                                                   ApplicationRoot root, Deadline deadline);

/// The process of a peer of the bus, from the daemon, which knows it from the kernel.
Task<Result<pid_t>> process_of(Connection& connection, std::string bus_name);

}  // namespace secondseat::atspi
