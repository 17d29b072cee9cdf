#include "secondseat/questions.hpp"

#include <fmt/format.h>

#include "base/utf8.hpp"

namespace secondseat {
namespace {

constexpr std::size_t shown_path_bytes = 400;
constexpr std::size_t shown_name_bytes = 60;

}  // namespace

std::string_view to_string(Decision decision) {
  switch (decision) {
    case Decision::once: return "once";
    case Decision::task: return "task";
    case Decision::always: return "always";
    case Decision::deny: return "deny";
  }
  return "deny";
}

std::string Question::text() const {
  const auto who = agent.empty() ? std::string("An agent")
                                 : fmt::format("The agent \"{}\"", base::escape_shown(agent, shown_name_bytes));
  auto message =
      fmt::format("{}\n{} wants to see and operate this program, which calls itself \"{}\".",
                  base::escape_shown(program, shown_path_bytes), who, base::escape_shown(label, shown_name_bytes));
  if (!caution.empty()) message += fmt::format(" {}", caution);
  return message;
}

}  // namespace secondseat
