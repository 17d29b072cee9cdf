#include "executor/selector.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/program_name.hpp"
#include "base/utf8.hpp"

namespace secondseat::executor {
namespace {

constexpr std::size_t name_bytes = 80;
constexpr std::size_t named_in_errors = 12;

std::string shown_label(const Candidate& candidate) { return base::escape_shown(candidate.running.label, name_bytes); }

std::string pid_form(const Candidate& candidate) { return fmt::format("pid:{}", candidate.running.pid); }

bool fits(const Candidate& candidate, std::string_view app) {
  return base::same_name(app, shown_label(candidate)) || base::is_called(candidate.process->identity().path, app);
}

std::string enumerate(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t at = 0; at < std::min(names.size(), named_in_errors); ++at)
    text += fmt::format("{}{}", at == 0 ? "" : ", ", names[at]);
  if (names.size() > named_in_errors) text += fmt::format(" and {} more", names.size() - named_in_errors);
  return text;
}

}  // namespace

std::vector<std::string> listed_names(const std::vector<Candidate>& candidates) {
  std::vector<std::string> names;
  for (const auto& candidate : candidates) {
    const auto label = shown_label(candidate);
    const auto same = [&](const Candidate& other) { return base::same_name(shown_label(other), label); };
    const bool unique = std::count_if(candidates.begin(), candidates.end(), same) == 1;
    names.push_back(unique && !label.empty() ? label : pid_form(candidate));
  }
  return names;
}

Result<const Candidate*> select(const std::vector<Candidate>& candidates, std::string_view app) {
  std::vector<const Candidate*> found;
  for (const auto& candidate : candidates)
    if (app == pid_form(candidate)) return &candidate;
  for (const auto& candidate : candidates)
    if (fits(candidate, app)) found.push_back(&candidate);
  if (found.size() == 1) return found.front();

  const auto asked = base::escape_shown(app, name_bytes);
  if (found.empty())
    return fail(Layer::client, ErrorCode::not_found, fmt::format("no running application is called \"{}\"", asked),
                candidates.empty() ? "No application with accessible windows runs on this desktop."
                                   : fmt::format("Running: {}.", enumerate(listed_names(candidates))));
  std::vector<std::string> choices;
  for (const auto* candidate : found)
    choices.push_back(fmt::format("{} ({})", pid_form(*candidate), candidate->process->identity().path));
  return fail(Layer::client, ErrorCode::ambiguous, fmt::format("\"{}\" fits {} applications", asked, found.size()),
              fmt::format("Pass one of: {}.", enumerate(choices)));
}

}  // namespace secondseat::executor
