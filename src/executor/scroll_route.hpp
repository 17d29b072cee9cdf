// What scrolls, how it is made to scroll, and how far it did. Pure; any thread.
#pragma once

#include "executor/evidence.hpp"
#include "executor/route.hpp"
#include "executor/state_book.hpp"

namespace secondseat::executor {

/// What scrolls around or within the element; for the window, what scrolls most of it, or the window itself.
const Node& scrolling_area(const Tree& tree, const Node& node);

/// By the number of its scroll bar, or else by the wheel over the subject.
Result<Route> route_scroll(const Scroll& scroll, const Node& subject, const WindowState& state);

/// By what has moved of what should have.
Evidence judge_scroll(const Scroll& scroll, const Route& route, const Tree& after, Change change);

}  // namespace secondseat::executor
