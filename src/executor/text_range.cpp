#include "executor/text_range.hpp"

#include <string>

#include <fmt/format.h>

#include "base/utf8.hpp"

namespace secondseat::executor {

Result<TextRange> find_range(std::string_view content, const TextSelection& wanted) {
  const auto sought = wanted.prefix + wanted.text + wanted.suffix;
  if (wanted.text.empty()) return fail(Layer::client, ErrorCode::invalid_argument, "there is no text to look for");
  int times = 0;
  std::size_t found = 0;
  for (auto at = content.find(sought); at != content.npos; at = content.find(sought, at + 1)) {
    if (times == 0) found = at;
    ++times;
  }
  if (times == 0)
    return fail(
        Layer::client, ErrorCode::not_found, "the element does not hold this text",
        "Pass it exactly as the state shows it, without the escapes; only the first 2048 bytes of a text are known.");
  if (times > 1)
    return fail(Layer::client, ErrorCode::invalid_argument, fmt::format("the element holds this text {} times", times),
                "Add a prefix or a suffix: what stands right before or after it.");
  const auto start = base::count_characters(content.substr(0, found + wanted.prefix.size()));
  const auto end = start + base::count_characters(wanted.text);
  switch (wanted.place) {
    case TextSelection::Place::before: return TextRange{static_cast<int>(start), static_cast<int>(start)};
    case TextSelection::Place::after: return TextRange{static_cast<int>(end), static_cast<int>(end)};
    case TextSelection::Place::text: break;
  }
  return TextRange{static_cast<int>(start), static_cast<int>(end)};
}

}  // namespace secondseat::executor
