// PropertyQuery: some properties of an element, asked for in the way its toolkit understands. AX thread only.
#pragma once

#include <initializer_list>
#include <utility>
#include <vector>

#include "desktop/atspi/connection.hpp"

namespace secondseat::atspi {

struct PropertyQuery {
  struct Part {
    const char* property;  ///< nullptr: all of them
    Call call;
  };
  std::vector<Part> parts;

  PropertyQuery() = default;
  PropertyQuery(Connection& connection, Dialect dialect, const ElementAddress& element, const char* interface,
                std::initializer_list<const char*> wanted) {
    if (dialect != Dialect::one_by_one) {
      parts.push_back({nullptr, connection.get_all(element, interface)});
      return;
    }
    for (const auto* property : wanted) parts.push_back({property, connection.get(element, interface, property)});
  }
};

inline std::string text_of(const Properties& properties, std::string_view name) {
  const auto found = properties.find(name);
  const auto* text = found != properties.end() ? std::get_if<std::string>(&found->second) : nullptr;
  return text != nullptr ? *text : std::string();
}

inline std::int64_t integer_of(const Properties& properties, std::string_view name, std::int64_t otherwise) {
  const auto found = properties.find(name);
  const auto* number = found != properties.end() ? std::get_if<std::int64_t>(&found->second) : nullptr;
  return number != nullptr ? *number : otherwise;
}

}  // namespace secondseat::atspi
