// Random bytes from the kernel, keyed hashes and hexadecimal: what boot nonces and requestState are made of (libsodium). Any thread.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace secondseat::base {

/// `bytes` random bytes as lower-case hexadecimal; 16 bytes is the house's measure for "cannot be guessed".
std::string random_hex(std::size_t bytes);

std::string to_hex(std::string_view bytes);

/// SHA-256 of the bytes, 32 raw bytes.
std::string sha256(std::string_view bytes);

/// HMAC-SHA-256 under a key that lives as long as this process: a value whose MAC verifies was made here.
class BootKey {
 public:
  BootKey();
  std::string mac_hex(std::string_view message) const;
  /// Constant-time comparison.
  bool verify(std::string_view message, std::string_view mac_hex) const;

 private:
  std::array<unsigned char, 32> key_{};
};

}  // namespace secondseat::base
