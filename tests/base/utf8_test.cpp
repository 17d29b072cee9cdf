#include "base/utf8.hpp"

#include "catch.hpp"

using namespace secondseat;
using base::escape_shown;
using base::is_utf8;
using base::to_utf8;

TEST_CASE("the shortest and the longest sequence of each length are UTF-8") {
  CHECK(is_utf8(""));
  CHECK(is_utf8(std::string_view("\0\x7F", 2)));
  CHECK(is_utf8("\xC2\x80\xDF\xBF"));
  CHECK(is_utf8("\xE0\xA0\x80\xEF\xBF\xBF"));
  CHECK(is_utf8("\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"));
}

TEST_CASE("overlong forms, surrogates and points above the last are not UTF-8") {
  CHECK_FALSE(is_utf8("\xC0\x80"));
  CHECK_FALSE(is_utf8("\xC1\xBF"));
  CHECK_FALSE(is_utf8("\xE0\x9F\xBF"));
  CHECK_FALSE(is_utf8("\xF0\x8F\xBF\xBF"));
  CHECK_FALSE(is_utf8("\xED\xA0\x80"));
  CHECK_FALSE(is_utf8("\xED\xBF\xBF"));
  CHECK_FALSE(is_utf8("\xF4\x90\x80\x80"));
  CHECK_FALSE(is_utf8("\xF5\x80\x80\x80"));
  CHECK_FALSE(is_utf8("\xFF"));
}

TEST_CASE("sequences that are cut short or start in the middle are not UTF-8") {
  CHECK_FALSE(is_utf8("a\xC3"));
  CHECK_FALSE(is_utf8("\xE2\x82"));
  CHECK_FALSE(is_utf8("\xF0\x9F\x98"));
  CHECK_FALSE(is_utf8("\x80"));
  CHECK_FALSE(is_utf8("\xC3z"));
}

TEST_CASE("invalid bytes are replaced and everything else is kept") {
  CHECK(to_utf8("caf\xC3\xA9 \xF0\x9F\x98\x80") == "caf\xC3\xA9 \xF0\x9F\x98\x80");
  CHECK(to_utf8("a\xFF"
                "b") ==
        "a\xEF\xBF\xBD"
        "b");
  CHECK(is_utf8(to_utf8("\xC0\x80\xED\xA0\x80\xF0\x9F")));
}

TEST_CASE("text is the code points of its characters") {
  CHECK(base::code_points("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80") == U"a\u00e9\u20ac\U0001f600");
  CHECK(base::code_points("").empty());
}

TEST_CASE("what moves, hides or ends text is shown as an escape") {
  CHECK(escape_shown("a\nb\tc\rd\"e\\f", 100) == R"(a\nb\tc\rd\"e\\f)");
  CHECK(escape_shown("\x1B[31m\x7F", 100) == R"(\u{1b}[31m\u{7f})");
  CHECK(escape_shown("\xE2\x80\xAE\xE2\x80\xA8\xE2\x81\xA6", 100) == R"(\u{202e}\u{2028}\u{2066})");
  CHECK(escape_shown("\xE2\x80\x8B\xEF\xBB\xBF\xC2\xAD", 100) == R"(\u{200b}\u{feff}\u{ad})");
  CHECK(escape_shown(std::string_view("\0", 1), 100) == R"(\u{0})");
  CHECK(escape_shown("\xFF", 100) == "\xEF\xBF\xBD");
}

TEST_CASE("shown text is cut on a character boundary and says so") {
  CHECK(escape_shown("abcdef", 6) == "abcdef");
  CHECK(escape_shown("abcdefg", 6) == "abcdef\xE2\x80\xA6");
  CHECK(escape_shown("abcde\xC3\xA9", 6) == "abcde\xE2\x80\xA6");
  CHECK(escape_shown("abcde\n", 6) == "abcde\xE2\x80\xA6");
  CHECK(escape_shown("", 0).empty());
}
