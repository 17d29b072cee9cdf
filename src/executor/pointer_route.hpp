// What the pointer is used for, where no accessibility action does it. Pure; any thread.
#pragma once

#include "executor/route.hpp"
#include "executor/state_book.hpp"

namespace secondseat::executor {

/// By the element's own action where a click means one, else by the pointer. `subject`: the element, or the window.
Result<Route> route_press(const Click& click, const Node& subject, const WindowState& state);

Result<Route> route_drag(const Drag& drag, const Node& subject, const WindowState& state);

}  // namespace secondseat::executor
