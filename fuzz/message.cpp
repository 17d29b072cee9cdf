// No line makes the parser throw; what it accepts or refuses, the answer to it is one line of JSON with the id as it came.
#include "rpc/message.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/bounded_json.hpp"
#include "base/utf8.hpp"

namespace {

using namespace secondseat;

void expect(bool holds) {
  if (!holds) std::abort();
}

/// Any JSON parser must take it, and find this id in it.
void expect_line(const std::string& line, std::string_view id) {
  expect(base::is_utf8(line));
  expect(line.find_first_of("\r\n") == std::string::npos);
  expect(nlohmann::json::accept(line));
  expect(base::raw_member(line, "id") == id);
}

void expect_request(const rpc::Message& request) {
  expect(request.params.is_object());
  expect_line(rpc::result_line(request.id, rpc::to_text(request.params)), request.id);
  expect_line(rpc::error_line(request.id, {rpc::code::internal_error, request.method, request.params}), request.id);
  expect(rpc::canonical_id(rpc::canonical_id(request.id)) == rpc::canonical_id(request.id));
  if (const auto named = rpc::id_in_params(request, "requestId")) expect(nlohmann::json::accept(*named));

  const auto again = rpc::parse_message(rpc::request_line(request.id, request.method, request.params));
  expect(again && again->id == request.id && again->method == request.method && again->params == request.params);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string line(reinterpret_cast<const char*>(data), size);
  const auto message = rpc::parse_message(line);
  if (!message) {
    expect_line(rpc::error_line(message.error()), message.error().id);
  } else if (message->kind == rpc::Kind::request) {
    expect_request(*message);
  }
  return 0;
}
