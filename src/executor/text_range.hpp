// TextRange: where in an element's text the words stand that an agent wants selected. Pure; any thread.
#pragma once

#include <string_view>

#include "secondseat/error.hpp"
#include "secondseat/executor.hpp"

namespace secondseat::executor {

/// In characters. Equal ends are a place for the caret.
struct TextRange {
  int start = 0;
  int end = 0;
  bool operator==(const TextRange&) const = default;
};

/// The one place in `content` where prefix, text and suffix follow each other; none or several is an error that says which.
Result<TextRange> find_range(std::string_view content, const TextSelection& wanted);

}  // namespace secondseat::executor
