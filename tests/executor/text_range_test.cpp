#include "executor/text_range.hpp"

#include "catch.hpp"

using namespace secondseat;
using executor::find_range;
using executor::TextRange;

namespace {

TextSelection words(std::string text, std::string prefix = {}, std::string suffix = {}) {
  return {0, std::move(text), std::move(prefix), std::move(suffix), TextSelection::Place::text};
}

}  // namespace

TEST_CASE("Words are found where they stand, counted in characters") {
  CHECK(find_range("Grüße an 世界!", words("世界")) == TextRange{9, 11});
  CHECK(find_range("a\nb", words("\n")) == TextRange{1, 2});
  CHECK(find_range("whole", words("whole")) == TextRange{0, 5});
}

TEST_CASE("Words that occur more than once need a prefix or a suffix") {
  const auto twice = find_range("one two one", words("one"));
  REQUIRE_FALSE(twice);
  CHECK(twice.error().code == ErrorCode::invalid_argument);
  CHECK(twice.error().message.find("2 times") != std::string::npos);
  CHECK(find_range("one two one", words("one", "two ")) == TextRange{8, 11});
  CHECK(find_range("one two one", words("one", "", " two")) == TextRange{0, 3});
  CHECK_FALSE(find_range("aaa", words("aa")));  // they overlap
}

TEST_CASE("Words that are not there are not found") {
  CHECK(find_range("one", words("two")).error().code == ErrorCode::not_found);
  CHECK(find_range("one", words("one", "x")).error().code == ErrorCode::not_found);
  CHECK_FALSE(find_range("one", words("")));
}

TEST_CASE("The caret goes right before or right after the words") {
  auto wanted = words("two", "one ");
  wanted.place = TextSelection::Place::before;
  CHECK(find_range("one two", wanted) == TextRange{4, 4});
  wanted.place = TextSelection::Place::after;
  CHECK(find_range("one two", wanted) == TextRange{7, 7});
}
