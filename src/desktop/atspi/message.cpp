#include "desktop/atspi/message.hpp"

#include <utility>

namespace secondseat::atspi {
namespace {

std::optional<std::string> read_string(sd_bus_message* message, std::size_t longest) {
  const char* text = nullptr;
  if (sd_bus_message_read_basic(message, 's', &text) <= 0 || text == nullptr) return std::nullopt;
  return cut(text, longest);
}

std::optional<ElementAddress> read_element(sd_bus_message* message) {
  const char* name = nullptr;
  const char* path = nullptr;
  if (sd_bus_message_read(message, "(so)", &name, &path) <= 0) return std::nullopt;
  if (!is_unique_name(name) || !is_object_path(path)) return ElementAddress{};
  return ElementAddress{name, path};
}

}  // namespace

std::string cut(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return std::string(text);
  auto end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string(text.substr(0, end));
}

bool Message::has_signature(const char* signature) const {
  return message_ && sd_bus_message_has_signature(message_.get(), signature) > 0;
}

std::optional<bool> Message::as_bool() {
  int value = 0;
  if (!has_signature("b") || sd_bus_message_read_basic(get(), 'b', &value) <= 0) return std::nullopt;
  return value != 0;
}

std::optional<std::int32_t> Message::as_int() {
  std::int32_t value = 0;
  if (!has_signature("i") || sd_bus_message_read_basic(get(), 'i', &value) <= 0) return std::nullopt;
  return value;
}

std::optional<std::uint32_t> Message::as_u32() {
  std::uint32_t value = 0;
  if (!has_signature("u") || sd_bus_message_read_basic(get(), 'u', &value) <= 0) return std::nullopt;
  return value;
}

std::optional<std::string> Message::as_string(std::size_t longest) {
  if (!has_signature("s")) return std::nullopt;
  return read_string(get(), longest);
}

std::optional<std::vector<std::string>> Message::as_strings(std::size_t most, std::size_t longest) {
  if (!has_signature("as") || sd_bus_message_enter_container(get(), 'a', "s") <= 0) return std::nullopt;
  std::vector<std::string> strings;
  while (strings.size() < most) {
    auto text = read_string(get(), longest);
    if (!text) break;
    strings.push_back(std::move(*text));
  }
  return strings;
}

std::optional<std::uint64_t> Message::as_state_words() {
  if (!has_signature("au")) return std::nullopt;
  const void* data = nullptr;
  std::size_t bytes = 0;
  if (sd_bus_message_read_array(get(), 'u', &data, &bytes) < 0) return std::nullopt;
  const auto* words = static_cast<const std::uint32_t*>(data);
  const auto count = bytes / sizeof(std::uint32_t);
  const std::uint64_t low = count > 0 ? words[0] : 0;
  const std::uint64_t high = count > 1 ? words[1] : 0;
  return (high << 32U) | low;
}

std::optional<Message::Extents> Message::as_extents() {
  Extents found;
  if (!has_signature("(iiii)")) return std::nullopt;
  if (sd_bus_message_read(get(), "(iiii)", &found.x, &found.y, &found.width, &found.height) <= 0) return std::nullopt;
  return found;
}

std::optional<std::pair<std::int32_t, std::int32_t>> Message::as_int_pair() {
  std::pair<std::int32_t, std::int32_t> found;
  if (!has_signature("ii") || sd_bus_message_read(get(), "ii", &found.first, &found.second) <= 0) return std::nullopt;
  return found;
}

std::optional<std::vector<std::string>> Message::as_string_triples(std::size_t most, std::size_t longest) {
  if (!has_signature("a(sss)") || sd_bus_message_enter_container(get(), 'a', "(sss)") <= 0) return std::nullopt;
  std::vector<std::string> firsts;
  const char* first = nullptr;
  while (firsts.size() < most && sd_bus_message_read(get(), "(sss)", &first, nullptr, nullptr) > 0)
    firsts.push_back(cut(first, longest));
  return firsts;
}

std::optional<std::map<std::string, std::string>> Message::as_attributes(std::size_t most, std::size_t longest) {
  if (!has_signature("a{ss}") || sd_bus_message_enter_container(get(), 'a', "{ss}") <= 0) return std::nullopt;
  std::map<std::string, std::string> attributes;
  const char* key = nullptr;
  const char* value = nullptr;
  for (std::size_t count = 0; count < most && sd_bus_message_read(get(), "{ss}", &key, &value) > 0; ++count)
    attributes.emplace(cut(key, longest), cut(value, longest));
  return attributes;
}

std::optional<Property> Message::read_variant(std::size_t longest) {
  char type = 0;
  const char* contents = nullptr;
  if (sd_bus_message_peek_type(get(), &type, &contents) <= 0 || type != 'v' || contents == nullptr) return std::nullopt;
  const std::string_view kind = contents;
  std::optional<Property> found;
  if (kind != "s" && kind != "d" && kind != "i" && kind != "u") {
    if (sd_bus_message_skip(get(), "v") <= 0) return std::nullopt;
    return Property{};  // of a kind that we do not look at
  }
  if (sd_bus_message_enter_container(get(), 'v', contents) <= 0) return std::nullopt;
  if (kind == "s") {
    if (auto text = read_string(get(), longest)) found = std::move(*text);
  } else if (kind == "d") {
    double value = 0;
    if (sd_bus_message_read_basic(get(), 'd', &value) > 0) found = value;
  } else {
    std::uint32_t value = 0;
    if (sd_bus_message_read_basic(get(), kind.front(), &value) > 0)
      found = kind == "u" ? std::int64_t{value} : std::int64_t{static_cast<std::int32_t>(value)};
  }
  if (sd_bus_message_exit_container(get()) < 0) return std::nullopt;
  return found;
}

std::optional<Properties> Message::as_properties(std::size_t longest) {
  constexpr int most = 64;
  if (!has_signature("a{sv}") || sd_bus_message_enter_container(get(), 'a', "{sv}") <= 0) return std::nullopt;
  Properties properties;
  for (int count = 0; count < most && sd_bus_message_enter_container(get(), 'e', "sv") > 0; ++count) {
    auto name = read_string(get(), longest);
    if (!name) break;
    auto value = read_variant(longest);
    if (!value || sd_bus_message_exit_container(get()) < 0) break;
    properties.emplace(std::move(*name), std::move(*value));
  }
  return properties;
}

std::optional<Property> Message::as_property(std::size_t longest) {
  if (!has_signature("v")) return std::nullopt;
  return read_variant(longest);
}

std::optional<std::vector<ElementAddress>> Message::as_elements(std::size_t most) {
  if (!has_signature("a(so)") || sd_bus_message_enter_container(get(), 'a', "(so)") <= 0) return std::nullopt;
  std::vector<ElementAddress> elements;
  while (elements.size() < most) {
    auto element = read_element(get());
    if (!element) break;
    elements.push_back(std::move(*element));
  }
  return elements;
}

std::optional<ElementAddress> Message::as_element() {
  if (!has_signature("(so)")) return std::nullopt;
  return read_element(get());
}

}  // namespace secondseat::atspi
