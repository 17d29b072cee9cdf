// What people call a program by. A name identifies nothing (rule 6): this says which program somebody means, never which one it is.
// Any thread.
#pragma once

#include <string_view>

namespace secondseat::base {

/// Whether two names are the same but for the case of their ASCII letters.
bool same_name(std::string_view one, std::string_view other);

/// Whether `name` is the path of this program, or the last part of it.
bool is_called(std::string_view program_path, std::string_view name);

}  // namespace secondseat::base
