#include "base/bounded_json.hpp"

#include <string>

#include <nlohmann/json.hpp>

#include "catch.hpp"

using namespace secondseat;
using base::JsonLimits;
using base::parse_json;
using base::raw_member;

namespace {

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int time = 0; time < times; ++time) all += text;
  return all;
}

std::string nested(int depth) { return repeated("[", depth) + repeated("]", depth); }

/// How it was refused, or nothing if it was taken.
std::optional<ErrorCode> refusal(std::string_view text, JsonLimits limits = {}) {
  const auto value = parse_json(text, limits);
  if (value) return std::nullopt;
  return value.error().code;
}

}  // namespace

TEST_CASE("JSON becomes the tree that it describes") {
  const auto value = parse_json(R"( {"a":[1,-2,2.5,true,false,null,"x\u00e9"],"b":{"c":{}},"":[]} )");

  REQUIRE(value);
  CHECK(*value == nlohmann::json::parse(R"({"a":[1,-2,2.5,true,false,null,"xé"],"b":{"c":{}},"":[]})"));
  CHECK(parse_json("7").value() == 7);
  CHECK(parse_json(R"("text")").value() == "text");
}

TEST_CASE("nesting is taken up to the limit and refused beyond it, however deep") {
  CHECK_FALSE(refusal(nested(64)));
  CHECK(refusal(nested(65)) == ErrorCode::too_large);
  CHECK(refusal(nested(1'000'000)) == ErrorCode::too_large);
  CHECK(refusal(repeated(R"({"a":)", 65) + "1" + repeated("}", 65)) == ErrorCode::too_large);
  CHECK(refusal("[[1],[2]]", JsonLimits{1, 100}) == ErrorCode::too_large);
}

TEST_CASE("deep nesting that is not closed is not JSON") {
  CHECK(refusal(std::string(100'000, '[')) == ErrorCode::malformed);
}

TEST_CASE("a key that comes twice is refused at every level") {
  CHECK(refusal(R"({"a":1,"a":1})") == ErrorCode::invalid_argument);
  CHECK(refusal(R"([{"x":{"a":1,"b":2,"a":3}}])") == ErrorCode::invalid_argument);
  CHECK(refusal(R"({"a":1,"\u0061":2})") == ErrorCode::invalid_argument);
  CHECK_FALSE(refusal(R"({"a":{"a":1},"b":{"a":1}})"));
}

TEST_CASE("what is not JSON is malformed even when a bound was breached before") {
  CHECK(refusal(R"({"a":1,"a":1)") == ErrorCode::malformed);
  CHECK(refusal(nested(65) + "x") == ErrorCode::malformed);
}

TEST_CASE("text that other parsers tolerate is not JSON") {
  CHECK(refusal("") == ErrorCode::malformed);
  CHECK(refusal("{\"a\":1,}") == ErrorCode::malformed);
  CHECK(refusal("{'a':1}") == ErrorCode::malformed);
  CHECK(refusal("[1] [2]") == ErrorCode::malformed);
  CHECK(refusal("// note\n1") == ErrorCode::malformed);
  CHECK(refusal("NaN") == ErrorCode::malformed);
  CHECK(refusal("01") == ErrorCode::malformed);
  CHECK(refusal("+1") == ErrorCode::malformed);
  CHECK(refusal("\"\t\"") == ErrorCode::malformed);
  CHECK(refusal("\xEF\xBB\xBF{}") == ErrorCode::malformed);
  CHECK(refusal(std::string_view("{}\0", 3)) == ErrorCode::malformed);
  CHECK(refusal(std::string_view("\"a\0b\"", 5)) == ErrorCode::malformed);
}

TEST_CASE("text that is not UTF-8 is not JSON") {
  CHECK(refusal("\"\xFF\"") == ErrorCode::malformed);
  CHECK(refusal("\"\xC0\xAF\"") == ErrorCode::malformed);
  CHECK(refusal("\"\xED\xA0\x80\"") == ErrorCode::malformed);
  CHECK(refusal("\"\xF4\x90\x80\x80\"") == ErrorCode::malformed);
  CHECK(refusal(R"("\ud800")") == ErrorCode::malformed);
  CHECK(refusal(R"("\udc00\ud800")") == ErrorCode::malformed);
  CHECK_FALSE(refusal(R"("\ud83d\ude00")"));
}

TEST_CASE("numbers that no double can hold are too large") {
  CHECK(refusal("1e400") == ErrorCode::too_large);
  CHECK(refusal("[-1e400]") == ErrorCode::too_large);
  CHECK_FALSE(refusal("123456789012345678901234567890"));
}

TEST_CASE("text over the byte limit is refused unread") {
  CHECK_FALSE(refusal("[1]", JsonLimits{64, 3}));
  CHECK(refusal("[1] ", JsonLimits{64, 3}) == ErrorCode::too_large);
}

TEST_CASE("a refusal quotes nothing of the text") {
  const auto refused = parse_json(R"({"password":"hunter2",,})");

  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "not JSON at byte 23");
}

TEST_CASE("a member is given as the bytes in which it came") {
  const std::string object = R"( { "a" : [ "}", {"id":9} ] , "id" : 1e2 ,"s":"x\"]" , "o":{ "id": 2 } } )";

  CHECK(raw_member(object, "id") == "1e2");
  CHECK(raw_member(object, "a") == R"([ "}", {"id":9} ])");
  CHECK(raw_member(object, "s") == R"("x\"]")");
  CHECK(raw_member(object, "o") == R"({ "id": 2 })");
}

TEST_CASE("a member that is absent, doubled or spelled with escapes is not given") {
  CHECK_FALSE(raw_member(R"({"a":1})", "id"));
  CHECK_FALSE(raw_member(R"({"id":1,"id":2})", "id"));
  CHECK_FALSE(raw_member(R"({"\u0069d":1})", "id"));
  CHECK_FALSE(raw_member("{}", "id"));
  CHECK_FALSE(raw_member(R"(["id",1])", "id"));
}
