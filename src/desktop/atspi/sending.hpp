// Sending: one action as one D-Bus call, and what its answer says. AX thread only.
#pragma once

#include "desktop/atspi/connection.hpp"
#include "secondseat/desktop.hpp"

namespace secondseat::atspi {

const NativeRef& element_of(const NativeAction& action);

/// The call that does it, complete but not sent. For Invoke the place of the action is looked up by its name in this instant;
/// an Error means that the element cannot do this.
Task<Result<Message>> prepare(Connection& connection, ElementAddress element, NativeAction action);

/// What became of a call that was sent and whose answer is this.
Performed classify(Result<Message> answer);

}  // namespace secondseat::atspi
