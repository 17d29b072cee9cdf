// Message: one D-Bus message. Reading is strict and bounded: a reply whose signature is not the expected one, or that holds more
// than we asked for, yields nothing or less, never an exception. AX thread only.
#pragma once

#include <systemd/sd-bus.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "desktop/atspi/element_address.hpp"

namespace secondseat::atspi {

/// The kinds of property that AT-SPI has and we look at.
using Property = std::variant<std::string, double, std::int64_t>;
using Properties = std::map<std::string, Property, std::less<>>;

class Message {
 public:
  Message() = default;
  /// Takes over one reference.
  explicit Message(sd_bus_message* owned) : message_(owned) {}
  static Message share(sd_bus_message* message) { return Message(sd_bus_message_ref(message)); }

  sd_bus_message* get() const { return message_.get(); }
  explicit operator bool() const { return message_ != nullptr; }
  bool has_signature(const char* signature) const;

  // Each reads the whole of a reply that consists of exactly this.
  std::optional<bool> as_bool();
  std::optional<std::int32_t> as_int();
  std::optional<std::uint32_t> as_u32();
  std::optional<std::string> as_string(std::size_t longest);
  std::optional<std::vector<std::string>> as_strings(std::size_t most, std::size_t longest);
  std::optional<std::uint64_t> as_state_words();
  struct Extents {
    std::int32_t x = 0, y = 0, width = 0, height = 0;
  };
  std::optional<Extents> as_extents();
  std::optional<std::pair<std::int32_t, std::int32_t>> as_int_pair();
  /// The first strings of an array of (sss).
  std::optional<std::vector<std::string>> as_string_triples(std::size_t most, std::size_t longest);
  std::optional<std::map<std::string, std::string>> as_attributes(std::size_t most, std::size_t longest);
  std::optional<Properties> as_properties(std::size_t longest);
  std::optional<Property> as_property(std::size_t longest);
  /// Objects, of whatever application; what is no proper reference is left out, but keeps its place as an empty address.
  std::optional<std::vector<ElementAddress>> as_elements(std::size_t most);
  std::optional<ElementAddress> as_element();

 private:
  std::optional<Property> read_variant(std::size_t longest);

  struct Unref {
    void operator()(sd_bus_message* message) const { sd_bus_message_unref(message); }
  };
  std::unique_ptr<sd_bus_message, Unref> message_;
};

/// At most so many bytes, cut between characters.
std::string cut(std::string_view text, std::size_t longest);

}  // namespace secondseat::atspi
