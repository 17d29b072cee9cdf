#include "desktop/golden_state.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace secondseat::stage {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string normalised_line(std::string line) {
  static const std::vector<std::pair<std::regex, std::string>> rules{
      {std::regex("^state s:[0-9a-f]+:[0-9]+"), "state ID"},
      {std::regex("\\(pid [0-9]+\\)"), "(pid PID)"},
      {std::regex("[0-9]+×[0-9]+"), "W×H"},
      {std::regex("^focus: element [0-9]+"), "focus: element ID"},
      {std::regex("^… [0-9]+ more elements not listed"), "… N more elements not listed"},
      {std::regex("[0-9]+ off screen$"), "N off screen"},
      {std::regex("^( *)[0-9]+ "), "$1# "},
  };
  for (const auto& [pattern, instead] : rules) line = std::regex_replace(line, pattern, instead);
  return line;
}

}  // namespace

std::string normalised(const std::string& state, const std::vector<std::string>& leave_out) {
  std::string text;
  for (const auto& line : lines_of(state)) {
    const auto holds = [&line](const std::string& part) { return line.find(part) != std::string::npos; };
    if (std::none_of(leave_out.begin(), leave_out.end(), holds)) text += normalised_line(line) + '\n';
  }
  return text;
}

std::string line_diff(const std::string& before, const std::string& after) {
  const auto old = lines_of(before);
  const auto now = lines_of(after);
  // How many lines the rests have in common, from each pair of places on.
  std::vector<std::vector<int>> common(old.size() + 1, std::vector<int>(now.size() + 1, 0));
  for (auto o = old.size(); o-- > 0;)
    for (auto n = now.size(); n-- > 0;)
      common[o][n] = old[o] == now[n] ? common[o + 1][n + 1] + 1 : std::max(common[o + 1][n], common[o][n + 1]);
  std::string text;
  for (std::size_t o = 0, n = 0; o < old.size() || n < now.size();) {
    if (o < old.size() && n < now.size() && old[o] == now[n])
      text += "  " + old[o++] + '\n', ++n;
    else if (n == now.size() || (o < old.size() && common[o + 1][n] >= common[o][n + 1]))
      text += "- " + old[o++] + '\n';
    else
      text += "+ " + now[n++] + '\n';
  }
  return text;
}

std::string difference_to_golden(const std::string& name, const std::string& state) {
  const auto path = SS_GOLDEN_DIR "/" + name + ".txt";
  if (std::getenv("SECONDSEAT_RENEW_GOLDEN") != nullptr) {
    std::ofstream file(path);
    file << state;
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
    return {};
  }
  std::ifstream file(path);
  const std::string golden((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (golden == state) return {};
  return "the state differs from golden/" + name + ".txt:\n" + line_diff(golden, state) +
         "If the new text tells the window rightly (compare it with a picture), renew the file by running this test\n"
         "with SECONDSEAT_RENEW_GOLDEN=1 in the environment, and commit it.\n";
}

}  // namespace secondseat::stage
