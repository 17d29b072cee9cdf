// Golden states: how a window was told to a model when a person last compared the text with the window, kept in golden/NAME.txt.
// Any thread.
#pragma once

#include <string>
#include <vector>

namespace secondseat::stage {

/// A state's text without what differs from run to run and from machine to machine: ids, process, sizes, and how many elements are
/// not on the screen. `leave_out`: lines that hold one of these are not part of it.
std::string normalised(const std::string& state, const std::vector<std::string>& leave_out = {});

/// The lines of both, those only in the first behind "-", those only in the second behind "+".
std::string line_diff(const std::string& before, const std::string& after);

/// Empty if golden/NAME.txt holds exactly this. Otherwise the differences, and how to renew the file. With SECONDSEAT_RENEW_GOLDEN
/// in the environment the file is written instead. Throws std::runtime_error if it cannot be.
std::string difference_to_golden(const std::string& name, const std::string& state);

}  // namespace secondseat::stage
