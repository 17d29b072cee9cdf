#include "rpc/message.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/bounded_json.hpp"
#include "base/utf8.hpp"

namespace secondseat::rpc {
namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_id = 1024;

/// A JSON string or integer, given that the text is one JSON value.
bool may_be_id(std::string_view value) {
  if (value.empty() || value.size() > longest_id) return false;
  if (value.front() == '"') return true;
  if (value.front() == '-') value.remove_prefix(1);
  const auto is_digit = [](char byte) { return byte >= '0' && byte <= '9'; };
  return !value.empty() && std::all_of(value.begin(), value.end(), is_digit);
}

/// Byte for byte as the client wrote it.
std::optional<std::string> id_named(std::string_view object, std::string_view name) {
  const auto value = base::raw_member(object, name);
  if (!value || !may_be_id(*value)) return std::nullopt;
  return std::string(*value);
}

std::optional<std::string> id_of(std::string_view object) { return id_named(object, "id"); }

tl::unexpected<Refusal> refuse(int code, std::string text, std::string id = "null") {
  return tl::unexpected(Refusal{code, std::move(id), std::move(text)});
}

tl::unexpected<Refusal> refuse_text(std::string_view line, const Error& error) {
  if (error.code == ErrorCode::malformed) return refuse(code::parse_error, error.message);
  // It may still be JSON whose id could be told; only a number that overflows has stopped the parser earlier.
  const bool is_json = error.code == ErrorCode::invalid_argument;
  return refuse(code::invalid_request, error.message, (is_json ? id_of(line) : std::nullopt).value_or("null"));
}

/// A response is never refused: an error sent back for it could be answered by an error, and so on. One that is not in order has
/// no id and so belongs to no request.
Message read_response(Json& object, std::string line, bool in_order) {
  Message message;
  message.kind = Kind::response;
  const auto error = object.find("error");
  const auto result = object.find("result");
  message.is_error = error != object.end();
  if (in_order && message.is_error != (result != object.end())) message.id = id_of(line).value_or("");
  message.result_or_error = std::move(message.is_error ? *error : *result);
  message.line = std::move(line);
  return message;
}

tl::expected<Message, Refusal> read_call(Message message, Json& object, Json& method) {
  const auto id = message.kind == Kind::request ? message.id : std::string("null");
  if (!method.is_string()) return refuse(code::invalid_request, "method is not a string", id);
  message.method = std::move(method.get_ref<std::string&>());
  const auto params = object.find("params");
  if (params == object.end()) {
    message.params = Json::object();
    return message;
  }
  if (!params->is_object()) return refuse(code::invalid_params, "params is not an object", id);
  message.params = std::move(*params);
  return message;
}

bool is_plain(std::string_view text) {
  // No early exit: without one the compiler can look at many bytes at once.
  unsigned special = 0;
  for (const char byte : text) {
    const auto value = static_cast<unsigned char>(byte);
    special |= static_cast<unsigned>(value >= 0x80) | static_cast<unsigned>(value < 0x20);
  }
  return special == 0;
}

void append_escaped(std::string& line, std::string_view text) {
  constexpr std::string_view separator_lead = "\xE2\x80";
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char byte = text[at];
    if (byte == '\n' || byte == '\r') {
      line += ' ';  // JSON allows it between tokens only
    } else if (text.substr(at, 2) == separator_lead &&
               (text.substr(at + 2, 1) == "\xA8" || text.substr(at + 2, 1) == "\xA9")) {
      line += text[at + 2] == '\xA8' ? "\\u2028" : "\\u2029";
      at += 2;
    } else {
      line += byte;
    }
  }
}

void append_escape(std::string& json, char byte) {
  switch (byte) {
    case '"': json += "\\\""; return;
    case '\\': json += "\\\\"; return;
    case '\b': json += "\\b"; return;
    case '\f': json += "\\f"; return;
    case '\n': json += "\\n"; return;
    case '\r': json += "\\r"; return;
    case '\t': json += "\\t"; return;
    default: fmt::format_to(std::back_inserter(json), "\\u{:04x}", static_cast<unsigned>(byte));
  }
}

/// The one gate to a line for JSON text made elsewhere.
void append_text(std::string& line, std::string_view text) {
  if (is_plain(text)) {
    line += text;
  } else if (base::is_utf8(text)) {
    append_escaped(line, text);
  } else {
    append_escaped(line, base::to_utf8(text));
  }
}

constexpr std::string_view head = R"({"jsonrpc":"2.0",)";

/// Without the last brace.
std::string begin_call(std::string_view id_member, std::string_view method) {
  std::string line(head);
  line.append(id_member).append(R"("method":)").append(json_string(method));
  return line;
}

std::string call_line(std::string_view id_member, std::string_view method, const Json& params) {
  auto line = begin_call(id_member, method);
  if (!params.is_null()) line.append(R"(,"params":)").append(to_text(params));
  return line += '}';
}

}  // namespace

tl::expected<Message, Refusal> parse_message(std::string line) {
  auto parsed = base::parse_json(line);
  if (!parsed) return refuse_text(line, parsed.error());
  if (parsed->is_array()) return refuse(code::invalid_request, "batches are not supported");
  if (!parsed->is_object()) return refuse(code::invalid_request, "a message is an object");
  auto& object = *parsed;
  const auto version = object.find("jsonrpc");
  const auto* said = version == object.end() ? nullptr : version->get_ptr<const std::string*>();
  const bool is_version_2 = said != nullptr && *said == "2.0";
  const auto method = object.find("method");
  if (method == object.end() && (object.contains("result") || object.contains("error")))
    return read_response(object, std::move(line), is_version_2);
  Message message;
  if (const auto said_id = object.find("id"); said_id != object.end()) {
    // A number without a sign can be written in one way only.
    auto id = said_id->is_number_unsigned() ? std::to_string(said_id->get<std::uint64_t>()) : id_of(line);
    if (!id) return refuse(code::invalid_request, "an id is a string or an integer, of at most 1024 bytes");
    message.id = std::move(*id);
    message.kind = Kind::request;
  }
  const auto reply_to = message.kind == Kind::request ? message.id : std::string("null");
  if (!is_version_2) return refuse(code::invalid_request, "jsonrpc is not \"2.0\"", reply_to);
  if (method == object.end()) return refuse(code::invalid_request, "there is no method", reply_to);
  message.line = std::move(line);
  return read_call(std::move(message), object, *method);
}

std::optional<std::string> id_in_params(const Message& message, std::string_view name) {
  const auto params = base::raw_member(message.line, "params");
  if (!params) return std::nullopt;
  return id_named(*params, name);
}

std::optional<std::string> id_in_meta(const Message& message, std::string_view name) {
  const auto params = base::raw_member(message.line, "params");
  const auto meta = params ? base::raw_member(*params, "_meta") : std::nullopt;
  if (!meta) return std::nullopt;
  return id_named(*meta, name);
}

std::string canonical_id(std::string_view id) {
  if (id.find('\\') == id.npos) return std::string(id);
  const auto value = base::parse_json(id);
  return value ? to_text(*value) : std::string(id);
}

std::string to_text(const Json& value) {
  auto text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (is_plain(text)) return text;
  std::string escaped;
  escaped.reserve(text.size());
  append_escaped(escaped, text);
  return escaped;
}

std::string json_string(std::string_view text) {
  std::string json;
  json.reserve(text.size() + text.size() / 16 + 2);
  json += '"';
  const auto is_escaped = [](char byte) {
    return byte == '"' || byte == '\\' || static_cast<unsigned char>(byte) < 0x20;
  };
  for (auto run = text.begin(); run != text.end();) {
    const auto end = std::find_if(run, text.end(), is_escaped);
    json.append(run, end);
    if (end == text.end()) break;
    append_escape(json, *end);
    run = end + 1;
  }
  json += '"';
  if (is_plain(json)) return json;
  std::string line;
  line.reserve(json.size());
  append_text(line, json);
  return line;
}

std::string result_line(std::string_view id, std::string_view result) {
  std::string line;
  line.reserve(head.size() + id.size() + result.size() + 20);
  line.append(head).append(R"("id":)");
  append_text(line, id);
  line.append(R"(,"result":)");
  append_text(line, result);
  return line += '}';
}

std::string error_line(std::string_view id, const RpcError& error) {
  std::string line(head);
  line.append(R"("id":)");
  append_text(line, id);
  line.append(fmt::format(R"(,"error":{{"code":{},"message":{})", error.code, json_string(error.message)));
  if (!error.data.is_null()) line.append(R"(,"data":)").append(to_text(error.data));
  return line += "}}";
}

std::string error_line(const Refusal& refusal) { return error_line(refusal.id, RpcError{refusal.code, refusal.text}); }

std::string request_line(std::string_view id, std::string_view method, const Json& params) {
  return call_line(fmt::format(R"("id":{},)", id), method, params);
}

std::string notification_line(std::string_view method, const Json& params) { return call_line("", method, params); }

std::string notification_line(std::string_view method, const JsonText& params) {
  auto line = begin_call("", method);
  line += R"(,"params":)";
  append_text(line, params.text);
  return line += '}';
}

}  // namespace secondseat::rpc
