#include "base/utf8.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

namespace secondseat::base {
namespace {

struct Decoded {
  char32_t point = 0;
  std::size_t length = 0;  // 0: the byte at this place starts no valid sequence
};

bool continues(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

Decoded decode(std::string_view bytes) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
  const auto tail = [&](std::size_t at) { return char32_t{byte(at) & 0x3FU}; };
  const auto lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead >= 0xC2 && lead <= 0xDF && bytes.size() >= 2 && continues(byte(1)))
    return {((lead & 0x1FU) << 6U) | tail(1), 2};
  if ((lead & 0xF0U) == 0xE0 && bytes.size() >= 3 && continues(byte(1)) && continues(byte(2))) {
    const char32_t point = ((lead & 0x0FU) << 12U) | (tail(1) << 6U) | tail(2);
    if (point >= 0x800 && (point < 0xD800 || point > 0xDFFF)) return {point, 3};
  }
  if (lead >= 0xF0 && lead <= 0xF4 && bytes.size() >= 4 && continues(byte(1)) && continues(byte(2)) &&
      continues(byte(3))) {
    const char32_t point = ((lead & 0x07U) << 18U) | (tail(1) << 12U) | (tail(2) << 6U) | tail(3);
    if (point >= 0x10000 && point <= 0x10FFFF) return {point, 4};
  }
  return {};
}

/// Characters that move or hide text, or that some clients take for the end of a line.
bool is_deceptive(char32_t point) {
  return point < 0x20 || (point >= 0x7F && point <= 0x9F) || point == 0xAD || point == 0x61C || point == 0xFEFF ||
         (point >= 0x200B && point <= 0x200F && point != 0x200D) || (point >= 0x2028 && point <= 0x202E) ||
         (point >= 0x2060 && point <= 0x206F) || (point >= 0xE0000 && point <= 0xE0FFF);
}

std::string shown(char32_t point, std::string_view bytes) {
  switch (point) {
    case '\n': return "\\n";
    case '\t': return "\\t";
    case '\r': return "\\r";
    case '"': return "\\\"";
    case '\\': return "\\\\";
    default: break;
  }
  if (is_deceptive(point)) return fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(point));
  return std::string(bytes);
}

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view ellipsis = "\xE2\x80\xA6";

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

}  // namespace

bool is_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto length = decode(bytes).length;
    if (length == 0) return false;
    bytes.remove_prefix(length);
  }
  return true;
}

std::string to_utf8(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    const auto length = decode(bytes).length;
    text += length == 0 ? replacement : bytes.substr(0, length);
    bytes.remove_prefix(length == 0 ? 1 : length);
  }
  return text;
}

std::string escape_shown(std::string_view bytes, std::size_t limit) {
  std::string text;
  while (!bytes.empty()) {
    const auto next = decode(bytes);
    const auto piece = next.length == 0 ? std::string(replacement) : shown(next.point, bytes.substr(0, next.length));
    if (text.size() + piece.size() > limit) return text.append(ellipsis);
    text += piece;
    bytes.remove_prefix(next.length == 0 ? 1 : next.length);
  }
  return text;
}

std::size_t count_characters(std::string_view utf8) {
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), starts_character));
}

char32_t first_character(std::string_view utf8) { return decode(utf8).point; }

std::u32string code_points(std::string_view utf8) {
  std::u32string points;
  while (!utf8.empty()) {
    const auto next = decode(utf8);
    if (next.length == 0) return points;
    points += next.point;
    utf8.remove_prefix(next.length);
  }
  return points;
}

std::string_view characters(std::string_view utf8, std::size_t first, std::size_t end) {
  const auto byte_of = [utf8](std::size_t character) {
    std::size_t at = 0;
    for (std::size_t seen = 0; at < utf8.size(); ++at)
      if (starts_character(utf8[at]) && seen++ == character) break;
    return at;
  };
  const auto start = byte_of(first);
  return utf8.substr(start, std::max(byte_of(end), start) - start);
}

}  // namespace secondseat::base
