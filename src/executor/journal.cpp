#include "executor/journal.hpp"

#include <algorithm>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/random.hpp"

namespace secondseat::executor {
namespace {

constexpr std::size_t told_one_by_one = 8;

}  // namespace

std::string_view to_string(ActionKind kind) {
  switch (kind) {
    case ActionKind::click: return "click";
    case ActionKind::set_value: return "set_value";
    case ActionKind::type_text: return "type_text";
    case ActionKind::press_key: return "press_key";
    case ActionKind::scroll: return "scroll";
    case ActionKind::drag: return "drag";
    case ActionKind::select_text: return "select_text";
    case ActionKind::perform_secondary_action: return "perform_secondary_action";
    case ActionKind::launch: return "launch";
  }
  return "action";
}

ApplicationDigest application_digest(std::string_view path) {
  const auto whole = base::sha256(path);
  ApplicationDigest half{};
  std::copy_n(whole.begin(), half.size(), half.begin());
  return half;
}

std::vector<std::string> notes_of(const std::vector<Journal::Left>& left) {
  std::vector<std::string> notes;
  const auto unnamed = left.size() - std::min(left.size(), told_one_by_one);
  if (unnamed > 0)
    notes.push_back(fmt::format("note: {} more actions of earlier runs of secondseat may have happened", unnamed));
  for (auto at = unnamed; at < left.size(); ++at)  // the latest matter most
    notes.push_back(fmt::format(
        "note: an earlier run of secondseat ended while the outcome of a {} on this application was unknown "
        "({:%Y-%m-%d %H:%M:%S} UTC); it may have happened",
        to_string(left[at].kind), fmt::gmtime(std::chrono::system_clock::to_time_t(left[at].at))));
  return notes;
}

}  // namespace secondseat::executor
