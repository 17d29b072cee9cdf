#include "mcp/arguments.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/try.hpp"
#include "base/utf8.hpp"

namespace secondseat::mcp {
namespace {

using Json = nlohmann::json;

constexpr std::size_t shown_name_bytes = 60;
constexpr std::size_t most_digits = 9;

bool is_of_type(const Json& value, std::string_view type) {
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "number") return value.is_number() && std::isfinite(value.get<double>());
  if (type == "array") return value.is_array();
  return type == "integer" && value.is_number_integer();
}

std::vector<std::string> types_of(const Json& rule) {
  const auto& type = rule.at("type");
  return type.is_array() ? type.get<std::vector<std::string>>() : std::vector<std::string>{type.get<std::string>()};
}

tl::unexpected<Error> wrong(std::string_view name, std::string_view why, const Json& rule) {
  return fail(Layer::client, ErrorCode::invalid_argument, fmt::format("\"{}\" {}", name, why),
              fmt::format("{}: {}", name, rule.value("description", "")));
}

bool is_digits(std::string_view text) {
  const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
  return !text.empty() && text.size() <= most_digits && std::all_of(text.begin(), text.end(), is_digit);
}

bool is_in_range(const Json& value, const Json& rule) {
  const auto number = value.get<double>();
  return number >= rule.value("minimum", number) && number <= rule.value("maximum", number);
}

Result<void> check_items(std::string_view name, const Json& items, const Json& rule) {
  if (items.size() < rule.value("minItems", std::size_t{0})) return wrong(name, "is empty", rule);
  if (items.size() > rule.value("maxItems", items.size())) return wrong(name, "has too many entries", rule);
  std::size_t number = 0;
  for (const auto& item : items) {
    ++number;
    auto fit = check_arguments(rule.at("items"), item);
    if (fit) continue;
    fit.error().message = fmt::format("{} {}: {}", name, number, fit.error().message);
    return fit;
  }
  return {};
}

Result<void> check_value(std::string_view name, const Json& value, const Json& rule) {
  const auto types = types_of(rule);
  if (std::none_of(types.begin(), types.end(), [&](const auto& type) { return is_of_type(value, type); }))
    return wrong(name, fmt::format("has to be of type {}", fmt::join(types, " or ")), rule);
  if (rule.contains("enum") && std::find(rule["enum"].begin(), rule["enum"].end(), value) == rule["enum"].end())
    return wrong(name, "is none of the values it can have", rule);
  if (value.is_array()) return check_items(name, value, rule);
  if (value.is_number() && !is_in_range(value, rule)) return wrong(name, "is out of range", rule);
  if (!value.is_string()) return {};
  const auto& text = value.get_ref<const std::string&>();
  if (text.size() > rule.value("maxLength", text.size())) return wrong(name, "is too long", rule);
  if (text.size() < rule.value("minLength", std::size_t{0})) return wrong(name, "is empty", rule);
  if (rule.contains("pattern") && !is_digits(text)) return wrong(name, "has to be a whole number", rule);
  return {};
}

}  // namespace

Result<void> check_arguments(const Json& schema, const Json& arguments) {
  if (!arguments.is_object())
    return fail(Layer::client, ErrorCode::invalid_argument, "the arguments have to be an object");
  const auto& rules = schema.at("properties");
  for (const auto& [name, value] : arguments.items()) {
    const auto rule = rules.find(name);
    if (rule == rules.end()) {
      std::vector<std::string> known;
      for (const auto& [property, unused] : rules.items()) known.push_back(property);
      return fail(
          Layer::client, ErrorCode::invalid_argument,
          fmt::format("there is no argument \"{}\"", base::escape_shown(name, shown_name_bytes)),
          fmt::format("This tool takes: {}.", known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
    }
    SS_TRY_VOID(check_value(name, value, *rule));
  }
  const auto required = schema.find("required");
  if (required == schema.end()) return {};
  for (const auto& name : *required) {
    const auto& text = name.get_ref<const std::string&>();
    if (!arguments.contains(text)) return wrong(text, "is missing", rules.at(text));
  }
  return {};
}

int element_index(const Json& value) {
  if (value.is_number()) return value.get<int>();
  const auto& digits = value.get_ref<const std::string&>();
  int index = -1;
  std::from_chars(digits.data(), digits.data() + digits.size(), index);
  return index;
}

}  // namespace secondseat::mcp
