// Message: what one line of JSON-RPC 2.0 says, and the lines that we say. Sans-IO, any thread, never throws on input.
//
// An id is kept as the JSON text in which it came and is echoed byte for byte. Lines carry no LF; they hold valid UTF-8, no
// raw line end, and U+2028 and U+2029 only as escapes, because some clients split lines there.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

namespace secondseat::rpc {

/// The codes of JSON-RPC itself, and the first of those that it leaves to servers.
namespace code {
inline constexpr int parse_error = -32700;
inline constexpr int invalid_request = -32600;
inline constexpr int method_not_found = -32601;
inline constexpr int invalid_params = -32602;
inline constexpr int internal_error = -32603;
inline constexpr int server_error = -32000;  ///< too many requests at once; stopped before it was done
}  // namespace code

struct RpcError {
  int code = code::internal_error;
  std::string message;
  nlohmann::json data{};  ///< null: none
};

enum class Kind { request, notification, response };

struct Message {
  Kind kind = Kind::notification;
  std::string id;                  ///< JSON text of a string or an integer; empty for a notification
  std::string method;              ///< empty for a response
  nlohmann::json params;           ///< always an object, empty when there were none; null for a response
  nlohmann::json result_or_error;  ///< of a response
  bool is_error = false;           ///< of a response
  std::string line;                ///< the text it came in, for what must be taken byte for byte
};

/// Why a line is no message, and for whom: `id` is "null" unless the line is a request whose id could be told.
struct Refusal {
  int code = code::invalid_request;
  std::string id = "null";
  std::string text;
};

tl::expected<Message, Refusal> parse_message(std::string line);

/// An id that the params name ("requestId" of a cancel), as JSON text; nothing if there is none or it could not be one.
std::optional<std::string> id_in_params(const Message& message, std::string_view name);

/// The same of the `_meta` in the params ("progressToken").
std::optional<std::string> id_in_meta(const Message& message, std::string_view name);

/// The one spelling of an id by which two are compared: 1 and "1" differ, "a" and "\u0061" do not.
std::string canonical_id(std::string_view id);

/// JSON text that may stand in a line, whatever bytes the strings hold.
std::string to_text(const nlohmann::json& value);
/// The same for a string, without a tree.
std::string json_string(std::string_view text);

/// `result` is JSON text, so that what is large is not copied through a tree.
std::string result_line(std::string_view id, std::string_view result);
std::string error_line(std::string_view id, const RpcError& error);
std::string error_line(const Refusal& refusal);
std::string request_line(std::string_view id, std::string_view method, const nlohmann::json& params);
/// Null params are left out, here and above.
std::string notification_line(std::string_view method, const nlohmann::json& params);
/// JSON text, for params that hold what must stay byte for byte.
struct JsonText {
  std::string text;
};
std::string notification_line(std::string_view method, const JsonText& params);

}  // namespace secondseat::rpc
