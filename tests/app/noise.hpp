// Byte streams that a broken or hostile client could send, the same ones in every run: made from a number.
#pragma once

#include <cstdint>
#include <string>

namespace secondseat::test {

/// Noise, a recorded session with bytes changed, or its lines with noise between them, whichever the number gives.
std::string hostile_bytes(std::uint32_t number);

/// What a client says in a session with consent and a click; `state` is the state id that the server gave.
std::string recorded_session(const std::string& state);

}  // namespace secondseat::test
