#include <fmt/format.h>

#include "secondseat/executor.hpp"

namespace secondseat {

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::confirmed: return "confirmed";
    case Outcome::unverified: return "unverified";
    case Outcome::refused: return "refused";
    case Outcome::not_dispatched: return "not_dispatched";
    case Outcome::unknown: return "unknown";
  }
  return "unknown";
}

std::string ActionReport::headline() const {
  auto line = fmt::format("outcome: {}", to_string(outcome));
  if (!evidence.empty()) line += fmt::format(" · evidence: {}", evidence);
  if (!route.empty()) line += fmt::format(" · route: {}", route);
  return line;
}

}  // namespace secondseat
