#include "rpc/framer.hpp"

#include <string>
#include <vector>

#include "catch.hpp"

using namespace secondseat;
using rpc::Framer;
using Lines = std::vector<std::string>;

namespace {

constexpr auto too_large = "(too large)";

Lines drain(Framer& framer) {
  Lines lines;
  while (auto frame = framer.next()) lines.push_back(*frame ? **frame : too_large);
  return lines;
}

Lines lines_of(std::string_view bytes, std::size_t limit = Framer::default_limit) {
  Framer framer(limit);
  framer.feed(bytes);
  return drain(framer);
}

/// The same bytes in two reads, cut at this place.
Lines lines_cut_at(std::string_view bytes, std::size_t place, std::size_t limit) {
  Framer framer(limit);
  framer.feed(bytes.substr(0, place));
  auto lines = drain(framer);
  framer.feed(bytes.substr(place));
  for (auto& line : drain(framer)) lines.push_back(std::move(line));
  return lines;
}

}  // namespace

TEST_CASE("a line ends with LF, and one CR before it belongs to the end") {
  CHECK(lines_of("a\nb\r\nc\r\r\n") == Lines{"a", "b", "c\r"});
  CHECK(lines_of("a\rb\n") == Lines{"a\rb"});
}

TEST_CASE("blank lines are ignored") { CHECK(lines_of("\n\r\n \t \n\na\n\n") == Lines{"a"}); }

TEST_CASE("what no LF ends is no line") {
  CHECK(lines_of("a\nb") == Lines{"a"});
  CHECK(lines_of("b\r").empty());
  CHECK(lines_of("").empty());
}

TEST_CASE("spaces, NUL and separators of Unicode stay in their line") {
  CHECK(lines_of(" a \n") == Lines{" a "});
  CHECK(lines_of(std::string_view("a\0b\n", 4)) == Lines{std::string("a\0b", 3)});
  CHECK(lines_of("a\xE2\x80\xA8"
                 "b\xC2\x85"
                 "c\v\f\n") == Lines{"a\xE2\x80\xA8"
                                     "b\xC2\x85"
                                     "c\v\f"});
}

TEST_CASE("a line at the limit is taken and one byte more is one error, with or without CR") {
  CHECK(lines_of("12345678\n12345678\r\n", 8) == Lines{"12345678", "12345678"});
  CHECK(lines_of("123456789\nnext\n", 8) == Lines{too_large, "next"});
  CHECK(lines_of("123456789\r\nnext\n", 8) == Lines{too_large, "next"});
}

TEST_CASE("a line over the limit is reported before it ends, once, and is not kept") {
  Framer framer(8);

  framer.feed("0123456789");
  const auto first = drain(framer);
  framer.feed(std::string(1'000'000, 'x'));
  const auto second = drain(framer);
  const auto held = framer.buffered();
  framer.feed("x\nnext\n");
  const auto third = drain(framer);

  CHECK(first == Lines{too_large});
  CHECK(second.empty());
  CHECK(held == 0);
  CHECK(third == Lines{"next"});
}

TEST_CASE("the frames are the same wherever the bytes are cut") {
  const std::string bytes = "first\r\n\n \r\nsecond\nmuch too long\r\n12345678\r\n123456789\nlast\nrest";
  const auto whole = lines_of(bytes, 8);

  std::size_t different = 0;
  for (std::size_t place = 0; place <= bytes.size(); ++place)
    different += lines_cut_at(bytes, place, 8) == whole ? 0 : 1;

  CHECK(whole == Lines{"first", "second", too_large, "12345678", too_large, "last"});
  CHECK(different == 0);
}

TEST_CASE("a line that comes in very many reads is found whole") {
  const std::string line(200'000, 'x');
  Framer framer;

  Lines early;
  for (std::size_t at = 0; at < line.size(); ++at) {
    framer.feed(std::string_view(line).substr(at, 1));
    for (auto& frame : drain(framer)) early.push_back(std::move(frame));
  }
  framer.feed("\n");

  CHECK(early.empty());
  CHECK(drain(framer) == Lines{line});
  CHECK(framer.buffered() == 0);
}
