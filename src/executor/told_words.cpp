#include "executor/told_words.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace secondseat::executor {
namespace {

constexpr std::string_view embedded = "\xEF\xBF\xBC";
constexpr std::string_view blanks = " \t\n";

// LibreOffice says of each of these that its value is 0 or 1, beside the state that says so.
constexpr std::array<std::string_view, 11> pressed_or_not{
    "push button",     "toggle button",   "check box", "radio button", "menu",    "menu item",
    "check menu item", "radio menu item", "separator", "panel",        "tool bar"};

bool is_one_of(std::string_view word, const auto& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Embedded elements at the ends say nothing; those inside leave a mark, because words stood on both sides.
std::string without_embedded(std::string_view text) {
  for (std::size_t before = text.npos; before != text.size();) {
    before = text.size();
    text = trimmed(text);
    while (text.starts_with(embedded)) text.remove_prefix(embedded.size());
    while (text.ends_with(embedded)) text.remove_suffix(embedded.size());
  }
  std::string plain;
  for (;;) {
    const auto at = text.find(embedded);
    plain += text.substr(0, at);
    if (at == text.npos) return plain;
    plain += "…";
    text.remove_prefix(at + embedded.size());
  }
}

bool is_class_name(std::string_view name) {
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_letter = [&is_upper](char c) { return is_upper(c) || (c >= 'a' && c <= 'z'); };
  return name.size() > 3 && is_upper(name[0]) && std::ranges::all_of(name, is_letter) &&
         std::any_of(name.begin() + 1, name.end(), is_upper) && !std::ranges::all_of(name, is_upper);
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string words_of(const Node& node) { return std::string(trimmed(node.name.empty() ? node.text : node.name)); }

void use_told_words(Node& node) {
  const bool can_change = node.has_editable_text || node.states.has(State::editable);
  if (!can_change && node.selection_start < 0 && node.text.find(embedded) != std::string::npos)
    node.text = without_embedded(node.text);
  if (!can_change && trimmed(node.text).empty()) node.text.clear();
  node.name = std::string(trimmed(node.name));
  if (node.name.find(embedded) != std::string::npos) node.name = without_embedded(node.name);
  if (node.role == "filler" && is_class_name(node.name)) node.name.clear();
}

bool tells_value(const Node& node) {
  if (!node.value) return false;
  return !is_one_of(node.role, pressed_or_not) || node.value->minimum < 0 || node.value->maximum > 1;
}

bool description_repeats(const Node& node) {
  const auto& says = node.description;
  if (says.empty() || says == node.name || says == node.text) return true;
  if (node.value && says == fmt::format("{}", node.value->current)) return true;
  return says == fmt::format("{} {}", node.name, node.role);
}

bool text_repeats_value(const Node& node) { return node.value && node.text == fmt::format("{}", node.value->current); }

}  // namespace secondseat::executor
