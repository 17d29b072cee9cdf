// The pieces of JSON Schema that the tools' arguments are made of. Any thread.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace secondseat::mcp {

/// One argument: its name, its rule, and whether it has to be there.
struct Property {
  std::string_view name;
  nlohmann::json rule;
  bool required = false;
};

nlohmann::json object_schema(std::span<const Property> properties);
nlohmann::json object_schema(std::initializer_list<Property> properties);
/// The first choice is the one when it is left out.
nlohmann::json choice_rule(std::string_view description, const std::vector<std::string>& choices);
nlohmann::json required_choice_rule(std::string_view description, const std::vector<std::string>& choices);
/// A number that has to be given where it is meant.
nlohmann::json measure_rule(std::string_view description, double least, double most);
/// A whole number.
nlohmann::json count_rule(std::string_view description, int least, int most, int normally);
nlohmann::json number_rule(std::string_view description, double least, double most, double normally);
/// One to `most` objects of that schema.
nlohmann::json list_rule(std::string_view description, nlohmann::json item, int most);
nlohmann::json text_rule(std::string_view description, std::size_t most_bytes);
nlohmann::json flag_rule(std::string_view description, bool normally);
/// An element index: a whole number, or its digits.
nlohmann::json element_rule(std::string_view description);

/// The arguments that several tools share.
Property app_argument();
Property state_argument();
Property screenshot_argument(bool normally);

}  // namespace secondseat::mcp
