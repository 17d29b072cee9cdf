#include "executor/model/agent_view.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include <fmt/format.h>

namespace secondseat::test {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

struct Line {
  int element = -1;
  std::string_view described;
};

/// "  12 push button "Save""; nothing for a line that is about something else.
std::optional<Line> element_line(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  Line line;
  const auto* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, line.element);
  if (parsed.ec != std::errc{} || parsed.ptr == end) return std::nullopt;
  line.described = text.substr(static_cast<std::size_t>(parsed.ptr - text.data()) + 1);
  return line;
}

bool looks_like(const Node& node, const std::string& described) {
  const auto start = node.name.empty() ? node.role : fmt::format("{} \"{}\"", node.role, node.name);
  return described.starts_with(start);
}

}  // namespace

std::optional<std::size_t> read_of(const StateView& view) {
  const auto title = view.text.find("\"r");
  if (title == std::string::npos) return std::nullopt;
  std::size_t number = 0;
  const auto* const digits = view.text.data() + title + 2;
  if (std::from_chars(digits, view.text.data() + view.text.size(), number).ec != std::errc{}) return std::nullopt;
  return number;
}

bool learn(KnownState& known, const StateView& view, const Tree& tree) {
  const auto lines = lines_of(view.text);
  if (std::any_of(lines.begin(), lines.end(), [](auto line) { return line.starts_with("nothing changed"); }))
    return true;
  if (std::any_of(lines.begin(), lines.end(), [](auto line) { return line.starts_with("changes since"); })) {
    for (const auto text : lines) {
      const auto line = text.size() > 2 ? element_line(text.substr(2)) : std::nullopt;
      if (!line) continue;
      if (text.starts_with("- "))
        known.lines.erase(line->element);
      else if (text.starts_with("+ ") || text.starts_with("~ "))
        known.lines.insert_or_assign(line->element, std::string(line->described));
    }
    return true;
  }
  known.lines.clear();
  std::size_t at = 0;
  for (const auto text : lines) {
    const auto line = element_line(text);
    if (!line) continue;
    if (at >= tree.nodes.size()) return false;
    const auto& node = tree.nodes[at++];
    known.lines.insert_or_assign(line->element, std::string(line->described));
    known.refs.insert_or_assign(line->element, node.ref);
    if (!looks_like(node, known.lines[line->element])) return false;
  }
  return at == tree.nodes.size();
}

Meant meaning(const KnownState& known, int element, const Tree& tree) {
  Meant meant{known.given.application, {}, known.lines.at(element)};
  const auto is_there = [&tree](const NativeRef& ref) {
    return std::any_of(tree.nodes.begin(), tree.nodes.end(), [&](const Node& node) { return node.ref == ref; });
  };
  if (const auto shown = known.refs.find(element); shown != known.refs.end() && is_there(shown->second)) {
    meant.elements.insert(shown->second);
    return meant;
  }
  const auto is_another = [&](const NativeRef& ref) {
    return std::any_of(known.refs.begin(), known.refs.end(), [&](const auto& each) {
      return each.first != element && each.second == ref && known.lines.contains(each.first);
    });
  };
  for (const auto& node : tree.nodes)
    if (looks_like(node, meant.described) && !is_another(node.ref)) meant.elements.insert(node.ref);
  return meant;
}

}  // namespace secondseat::test
