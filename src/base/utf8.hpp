// What an application or a client shows is bytes until proven UTF-8, and text until proven harmless (rule 11). Any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace secondseat::base {

/// Strict UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
bool is_utf8(std::string_view bytes);

/// The same text with every invalid byte sequence replaced by U+FFFD.
std::string to_utf8(std::string_view bytes);

/// For one line of a state: valid UTF-8, control and bidi characters, U+2028/2029 and quotes shown as escapes
/// (\n, \t, \", \\, \u{202e}), cut after `limit` bytes of output on a character boundary with "…".
std::string escape_shown(std::string_view bytes, std::size_t limit);

/// How many characters (code points) text that is valid UTF-8 has: what AT-SPI counts offsets in.
std::size_t count_characters(std::string_view utf8);

/// The first character of text that is valid UTF-8 and not empty.
char32_t first_character(std::string_view utf8);

/// The characters of text that is valid UTF-8.
std::u32string code_points(std::string_view utf8);

/// Its characters [first, end), as far as there are any.
std::string_view characters(std::string_view utf8, std::size_t first, std::size_t end);

}  // namespace secondseat::base
