// What MCP fixes in words and numbers, for both of its eras. Any thread.
//
// Legacy, up to 2025-11-25: a session opens with `initialize`. Modern, from 2026-07-28: every request says in its `_meta` which
// version it speaks and what its client can do, and a server never sends a request of its own.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "rpc/message.hpp"

namespace secondseat::mcp {

inline constexpr std::string_view modern_version = "2026-07-28";
/// Oldest first.
inline constexpr std::array<std::string_view, 4> legacy_versions{"2024-11-05", "2025-03-26", "2025-06-18",
                                                                 "2025-11-25"};

namespace code {
inline constexpr int missing_capability = -32021;
inline constexpr int unsupported_version = -32022;
}  // namespace code

enum class Era { legacy, modern };

/// What a client says of itself: untrusted, for display and for choosing what can be sent to it.
struct Client {
  std::string name;
  std::string version;       ///< of the protocol
  bool shows_forms = false;  ///< it can put a form before its user (elicitation)
};

/// The version of a legacy session: the one asked for if it is known, else the newest.
std::string_view negotiate(std::string_view asked);

/// From the params of `initialize`.
Client client_of_session(const nlohmann::json& params);

/// Whether the request speaks the modern era: its `_meta` names a protocol version.
bool is_modern(const nlohmann::json& params);

/// From the `_meta` of a modern request; the error for a version we do not speak, or for an incomplete `_meta`.
tl::expected<Client, rpc::RpcError> client_of_request(const nlohmann::json& params);

nlohmann::json server_info();
/// What a model is told once about the whole server.
std::string_view instructions();

/// Marks a result object as ours and as what it is, "complete" or "input_required", as the modern era wants. Text in, text
/// out, because results are large.
std::string modern_result(std::string_view result, std::string_view type = "complete");

}  // namespace secondseat::mcp
