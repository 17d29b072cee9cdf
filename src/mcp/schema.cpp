#include "mcp/schema.hpp"

namespace secondseat::mcp {

using Json = nlohmann::json;

Json object_schema(std::initializer_list<Property> properties) {
  return object_schema(std::span<const Property>(properties.begin(), properties.size()));
}

Json object_schema(std::span<const Property> properties) {
  Json schema;
  schema["type"] = "object";
  schema["properties"] = Json::object();
  auto required = Json::array();
  for (const auto& property : properties) {
    schema["properties"][std::string(property.name)] = property.rule;
    if (property.required) required.push_back(property.name);
  }
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

Json required_choice_rule(std::string_view description, const std::vector<std::string>& choices) {
  Json rule;
  rule["type"] = "string";
  rule["description"] = description;
  rule["enum"] = choices;
  return rule;
}

Json choice_rule(std::string_view description, const std::vector<std::string>& choices) {
  auto rule = required_choice_rule(description, choices);
  rule["default"] = choices.front();
  return rule;
}

Json measure_rule(std::string_view description, double least, double most) {
  Json rule;
  rule["type"] = "number";
  rule["description"] = description;
  rule["minimum"] = least;
  rule["maximum"] = most;
  return rule;
}

Json count_rule(std::string_view description, int least, int most, int normally) {
  Json rule;
  rule["type"] = "integer";
  rule["description"] = description;
  rule["minimum"] = least;
  rule["maximum"] = most;
  rule["default"] = normally;
  return rule;
}

Json number_rule(std::string_view description, double least, double most, double normally) {
  auto rule = measure_rule(description, least, most);
  rule["default"] = normally;
  return rule;
}

Json list_rule(std::string_view description, Json item, int most) {
  Json rule;
  rule["type"] = "array";
  rule["description"] = description;
  rule["items"] = std::move(item);
  rule["minItems"] = 1;
  rule["maxItems"] = most;
  return rule;
}

Json text_rule(std::string_view description, std::size_t most_bytes) {
  Json rule;
  rule["type"] = "string";
  rule["description"] = description;
  rule["maxLength"] = most_bytes;
  return rule;
}

Json flag_rule(std::string_view description, bool normally) {
  Json rule;
  rule["type"] = "boolean";
  rule["description"] = description;
  rule["default"] = normally;
  return rule;
}

Json element_rule(std::string_view description) {
  Json rule;
  rule["type"] = Json::array({"integer", "string"});
  rule["description"] = description;
  rule["minimum"] = 0;
  rule["maximum"] = 999'999'999;
  rule["pattern"] = "^[0-9]{1,9}$";
  return rule;
}

Property app_argument() {
  constexpr std::size_t longest = 4096;
  auto rule = text_rule("The application, as list_apps prints it: its name, its executable path, or pid:N.", longest);
  rule["minLength"] = 1;
  return {"app", std::move(rule), true};
}

Property state_argument() {
  constexpr std::size_t longest = 64;
  return {
      "state",
      text_rule(
          "The state id that this action is decided on: the newest one that get_app_state or the last action gave for "
          "the window. It serves one action.",
          longest),
      true};
}

Property screenshot_argument(bool normally) {
  return {"screenshot", flag_rule("Whether to add a picture of the window.", normally)};
}

}  // namespace secondseat::mcp
