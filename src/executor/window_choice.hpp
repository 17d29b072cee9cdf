// Which window of an application a read is about. Pure; any thread.
#pragma once

#include <string_view>
#include <vector>

#include "secondseat/desktop.hpp"
#include "secondseat/error.hpp"

namespace secondseat::executor {

/// By title or part of it, where one is asked for; else what a person would be facing: a modal dialog, since it blocks the
/// others, then the active window, then the first. `transient` while there is none: it may be starting.
Result<Window> choose_window(const std::vector<Window>& windows, std::string_view title);

}  // namespace secondseat::executor
