// parse_json: JSON from an enemy becomes a tree only within bounds: no deep nesting, no key twice, strict UTF-8, one pass.
// raw_member: the bytes of one member as they came, for what must be echoed exactly. Sans-IO, any thread, never throws.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "secondseat/error.hpp"

namespace secondseat::base {

struct JsonLimits {
  std::size_t depth = 64;  ///< nesting of arrays and objects; nlohmann's copy and dump recurse (nlohmann/json#5387)
  std::size_t bytes = std::size_t{4} << 20U;
};

/// ErrorCode::malformed for what is not JSON; `invalid_argument` for a key that comes twice and `too_large` for a bound, both
/// of which are reported only when the rest is JSON. The message quotes nothing of the text.
Result<nlohmann::json> parse_json(std::string_view text, JsonLimits limits = {});

/// The bytes of the value of this member, given the text of an object that is JSON. Nothing if the object has no such member
/// or has it twice, or spells its name with escapes.
std::optional<std::string_view> raw_member(std::string_view object, std::string_view name);

}  // namespace secondseat::base
