#include "desktop/atspi/element.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "desktop/atspi/interfaces.hpp"

namespace secondseat::atspi {
namespace {

template <std::size_t count>
bool is_one_of(std::string_view role, const std::array<std::string_view, count>& roles) {
  return std::ranges::find(roles, role) != roles.end();
}

constexpr std::array<std::string_view, 12> named_by_their_text{
    "label",     "push button", "toggle button",   "check box", "radio button",    "menu",
    "menu item", "page tab",    "check menu item", "link",      "radio menu item", "table cell"};
constexpr std::array<std::string_view, 7> fields{"entry",       "text",     "password text", "combo box",
                                                 "spin button", "terminal", "autocomplete"};
constexpr std::array<std::string_view, 8> long_ones{"list", "list box",   "table",        "table row",
                                                    "tree", "tree table", "layered pane", "document spreadsheet"};
constexpr std::array<std::string_view, 13> counted_first{
    "check box",    "icon",      "image",  "label",       "panel", "password text", "push button",
    "radio button", "separator", "slider", "spin button", "text",  "toggle button"};

double property_number(const Properties& properties, std::string_view name) {
  const auto found = properties.find(name);
  const auto* number = found != properties.end() ? std::get_if<double>(&found->second) : nullptr;
  return number != nullptr ? *number : std::nan("");
}

}  // namespace

Interfaces to_interfaces(const std::vector<std::string>& offered) {
  const auto has = [&offered](const char* name) { return std::ranges::find(offered, name) != offered.end(); };
  Interfaces found;
  found.action = has(names::action);
  found.component = has(names::component);
  found.editable_text = has(names::editable_text);
  found.selection = has(names::selection);
  found.text = has(names::text);
  found.value = has(names::value);
  return found;
}

int to_count(std::int64_t number) { return static_cast<int>(std::clamp<std::int64_t>(number, 0, 2'000'000'000)); }

Rect to_rect(const Message::Extents& extents) {
  constexpr std::int32_t farthest = 1'000'000;
  const auto is_far = [](std::int32_t value) { return value < -farthest || value > farthest; };
  // Toolkits say "nowhere" with the smallest integer.
  if (is_far(extents.x) || is_far(extents.y) || is_far(extents.width) || is_far(extents.height)) return {};
  return {extents.x, extents.y, std::max(extents.width, 0), std::max(extents.height, 0)};
}

std::optional<NumericValue> to_numeric_value(const Properties& properties) {
  const auto or_zero = [](double number) { return std::isfinite(number) ? number : 0.0; };
  const auto current = property_number(properties, "CurrentValue");
  if (!std::isfinite(current)) return std::nullopt;
  return NumericValue{current, or_zero(property_number(properties, "MinimumValue")),
                      or_zero(property_number(properties, "MaximumValue")),
                      or_zero(property_number(properties, "MinimumIncrement"))};
}

bool is_secret(std::string_view role) { return role == "password text"; }

bool wants_text(const Element& element) {
  const auto& node = element.node;
  if (!element.interfaces.text || is_secret(node.role)) return false;
  if (element.interfaces.editable_text || element.bits.has(AtspiState::editable)) return true;
  return node.name.empty() || !is_one_of(node.role, named_by_their_text);
}

bool may_have_placeholder(const Element& element) {
  return element.bits.has(AtspiState::editable) || is_one_of(element.node.role, fields);
}

std::string placeholder_in(const std::map<std::string, std::string>& attributes) {
  for (const auto* key : {"placeholder-text", "placeholder"})
    if (const auto found = attributes.find(key); found != attributes.end()) return found->second;
  return {};
}

bool takes_no_room(Dialect dialect, std::string_view role, std::optional<Size> size, bool is_leaf) {
  if (!size) return false;
  if (dialect == Dialect::gtk4) return is_leaf && size->width == 0 && size->height == 0;
  return role == "menu bar" && size->width > 0 && size->height == 0;
}

bool may_be_long(const Element& element) {
  return element.bits.has(AtspiState::manages_descendants) || is_one_of(element.node.role, long_ones);
}

bool is_counted_first(const Element& element) { return is_one_of(element.node.role, counted_first); }

bool hides_children(const Element& element) {
  if (element.node.role == "menu") return !element.bits.has(AtspiState::expanded);
  return element.node.role == "page tab" && !element.bits.has(AtspiState::selected);
}

}  // namespace secondseat::atspi
