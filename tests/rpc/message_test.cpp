#include "rpc/message.hpp"

#include "base/utf8.hpp"
#include "catch.hpp"

using namespace secondseat;
using rpc::Kind;
using rpc::parse_message;

namespace {

/// "code id" of the refusal, or "taken".
std::string refusal(std::string line) {
  const auto message = parse_message(std::move(line));
  return message ? "taken" : std::to_string(message.error().code) + " " + message.error().id;
}

std::string with_id(const std::string& id) { return R"({"jsonrpc":"2.0","method":"m","id":)" + id + "}"; }

/// The id that comes back, byte for byte, in a reply to a request with this one.
std::string echoed(const std::string& id) {
  const auto request = parse_message(with_id(id));
  return request ? request->id : "refused with id " + request.error().id;
}

std::string nested(int depth) {
  const auto levels = static_cast<std::size_t>(depth);
  return R"({"jsonrpc":"2.0","id":5,"method":"m","params":{"a":)" + std::string(levels, '[') +
         std::string(levels, ']') + "}}";
}

}  // namespace

TEST_CASE("a request, a notification and a response are told apart") {
  const auto request = parse_message(R"({"jsonrpc":"2.0","id":1,"method":"a/b","params":{"x":[1]}})");
  const auto notification = parse_message(R"({"jsonrpc":"2.0","method":"n"})");
  const auto result = parse_message(R"({"jsonrpc":"2.0","id":"r","result":{"y":2}})");
  const auto error = parse_message(R"({"jsonrpc":"2.0","id":3,"error":{"code":-1,"message":"e"}})");

  REQUIRE((request && notification && result && error));
  CHECK(request->kind == Kind::request);
  CHECK(request->method == "a/b");
  CHECK(request->params == nlohmann::json::parse(R"({"x":[1]})"));
  CHECK(notification->kind == Kind::notification);
  CHECK(notification->id.empty());
  CHECK(notification->params == nlohmann::json::object());
  CHECK(result->kind == Kind::response);
  CHECK(result->id == R"("r")");
  CHECK_FALSE(result->is_error);
  CHECK(result->result_or_error["y"] == 2);
  CHECK(error->is_error);
}

TEST_CASE("strings and integers of any size are ids, echoed byte for byte") {
  CHECK(echoed("0") == "0");
  CHECK(echoed("-1") == "-1");
  CHECK(echoed("-0") == "-0");
  CHECK(echoed("9007199254740993") == "9007199254740993");
  CHECK(echoed("9223372036854775808") == "9223372036854775808");
  CHECK(echoed("18446744073709551616") == "18446744073709551616");
  CHECK(echoed("123456789012345678901234567890") == "123456789012345678901234567890");
  CHECK(echoed(R"("")") == R"("")");
  CHECK(echoed(R"("0")") == R"("0")");
  CHECK(echoed(R"("\u0061\/\"}")") == R"("\u0061\/\"}")");
  CHECK(echoed("\"\xF0\x9F\x98\x80\"") == "\"\xF0\x9F\x98\x80\"");
}

TEST_CASE("whatever else stands as an id is refused without an id") {
  CHECK(refusal(with_id("null")) == "-32600 null");
  CHECK(refusal(with_id("true")) == "-32600 null");
  CHECK(refusal(with_id("1.0")) == "-32600 null");
  CHECK(refusal(with_id("1e2")) == "-32600 null");
  CHECK(refusal(with_id("1E400")) == "-32600 null");
  CHECK(refusal(with_id("[1]")) == "-32600 null");
  CHECK(refusal(with_id("{}")) == "-32600 null");
}

TEST_CASE("an id of at most 1024 bytes is taken") {
  CHECK(refusal(with_id('"' + std::string(1022, 'x') + '"')) == "taken");
  CHECK(refusal(with_id('"' + std::string(1023, 'x') + '"')) == "-32600 null");
  CHECK(refusal(with_id(std::string(1025, '7'))) != "taken");
}

TEST_CASE("an id whose name is spelled with escapes is refused where it could not be echoed byte for byte") {
  CHECK(refusal(R"({"jsonrpc":"2.0","\u0069d":"a","method":"m"})") == "-32600 null");
  CHECK(refusal(R"({"jsonrpc":"2.0","\u0069d":-1,"method":"m"})") == "-32600 null");
  const auto message = parse_message(R"({"jsonrpc":"2.0","\u0069d":18446744073709551615,"method":"m"})");
  REQUIRE(message);
  CHECK(message->id == "18446744073709551615");
}

TEST_CASE("a key that comes twice is refused with the id of its request") {
  CHECK(refusal(R"({"jsonrpc":"2.0","id":4,"method":"m","params":{"app":"a","app":"b"}})") == "-32600 4");
  CHECK(refusal(R"({"jsonrpc":"2.0","id":4,"method":"m","method":"n"})") == "-32600 4");
  CHECK(refusal(R"({"jsonrpc":"2.0","id":4,"id":5,"method":"m"})") == "-32600 null");
}

TEST_CASE("64 levels are taken and more are refused, however many") {
  CHECK(refusal(nested(62)) == "taken");
  CHECK(refusal(nested(63)).starts_with("-32600"));
  CHECK(refusal(nested(1'000'000)).starts_with("-32600"));
  CHECK(refusal(std::string(4'000'000, '[')) == "-32700 null");
}

TEST_CASE("what is not JSON or not UTF-8 is a parse error") {
  CHECK(refusal("{") == "-32700 null");
  CHECK(refusal("hello") == "-32700 null");
  CHECK(refusal("\xEF\xBB\xBF" + with_id("1")) == "-32700 null");
  CHECK(refusal(with_id("\"\xFF\"")) == "-32700 null");
  CHECK(refusal(with_id("\"\xC0\x80\"")) == "-32700 null");
  CHECK(refusal(with_id(R"("\ud800")")) == "-32700 null");
  CHECK(refusal(with_id("1") + std::string(1, '\0')) == "-32700 null");
}

TEST_CASE("JSON that is no message is an invalid request") {
  CHECK(refusal("[" + with_id("1") + "]") == "-32600 null");
  CHECK(refusal("1") == "-32600 null");
  CHECK(refusal("{}") == "-32600 null");
  CHECK(refusal(R"({"id":6,"method":"m"})") == "-32600 6");
  CHECK(refusal(R"({"jsonrpc":2.0,"id":6,"method":"m"})") == "-32600 6");
  CHECK(refusal(R"({"jsonrpc":"1.0","id":6,"method":"m"})") == "-32600 6");
  CHECK(refusal(R"({"jsonrpc":"2.0","id":6})") == "-32600 6");
  CHECK(refusal(R"({"jsonrpc":"2.0","id":6,"method":7})") == "-32600 6");
}

TEST_CASE("params are an object or absent, and members that nobody knows are ignored") {
  CHECK(refusal(R"({"jsonrpc":"2.0","id":8,"method":"m","params":[1]})") == "-32602 8");
  CHECK(refusal(R"({"jsonrpc":"2.0","id":8,"method":"m","params":null})") == "-32602 8");
  CHECK(refusal(R"({"jsonrpc":"2.0","method":"m","params":"x"})") == "-32602 null");
  CHECK(refusal(R"({"jsonrpc":"2.0","id":8,"method":"m","extra":{"id":9}})") == "taken");
}

TEST_CASE("a response that is not in order belongs to no request and is not refused") {
  CHECK(parse_message(R"({"jsonrpc":"2.0","id":1,"result":1,"error":{}})").value().id.empty());
  CHECK(parse_message(R"({"jsonrpc":"1.0","id":1,"result":1})").value().id.empty());
  CHECK(parse_message(R"({"jsonrpc":"2.0","id":null,"error":{}})").value().id.empty());
}

TEST_CASE("an id in the params is taken as it came") {
  const auto message = parse_message(
      R"({"jsonrpc":"2.0","method":"c","params":{"requestId" : 1e2, "a":"\u0061","n":18446744073709551616}})");

  CHECK_FALSE(rpc::id_in_params(message.value(), "requestId"));
  CHECK_FALSE(rpc::id_in_params(message.value(), "absent"));
  CHECK(rpc::id_in_params(message.value(), "a") == R"("\u0061")");
  CHECK(rpc::id_in_params(message.value(), "n") == "18446744073709551616");
}

TEST_CASE("ids are compared by what they say, not by how they are spelled") {
  CHECK(rpc::canonical_id(R"("\u0061")") == rpc::canonical_id(R"("a")"));
  CHECK(rpc::canonical_id("1") != rpc::canonical_id(R"("1")"));
  CHECK(rpc::canonical_id("18446744073709551616") != rpc::canonical_id("18446744073709551617"));
}

TEST_CASE("our lines are JSON on one line, whatever bytes they are made of") {
  const std::string hostile = "a\xFF\n\r\xE2\x80\xA8\xE2\x80\xA9\x01\"\\";
  const auto text = rpc::to_text(nlohmann::json(hostile));
  CHECK(rpc::json_string(hostile) == text);

  CHECK(text == R"("a)"
                "\xEF\xBF\xBD"
                R"(\n\r\u2028\u2029\u0001\"\\")");
  CHECK(rpc::result_line("1", "{ \"a\":\n1 }") == R"({"jsonrpc":"2.0","id":1,"result":{ "a": 1 }})");
  CHECK(rpc::result_line("1", "\"\xE2\x80\xA8\"") == R"({"jsonrpc":"2.0","id":1,"result":"\u2028"})");
  CHECK(base::is_utf8(rpc::result_line("1", "\"\xFF\"")));
  CHECK(rpc::error_line("\"x\"", {-5, hostile, nullptr}).find_first_of("\r\n") == std::string::npos);
}

TEST_CASE("our lines have the members that JSON-RPC asks for and no others") {
  CHECK(rpc::error_line("7", {-32601, "no", nullptr}) ==
        R"({"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"no"}})");
  CHECK(rpc::error_line("7", {-1, "no", {{"a", 1}}}) ==
        R"({"jsonrpc":"2.0","id":7,"error":{"code":-1,"message":"no","data":{"a":1}}})");
  CHECK(rpc::request_line("1", "m", {{"a", 1}}) == R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}})");
  CHECK(rpc::notification_line("n", nullptr) == R"({"jsonrpc":"2.0","method":"n"})");
}
