#include "base/random.hpp"

#include <sodium.h>

namespace secondseat::base {

std::string to_hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex;
  hex.reserve(bytes.size() * 2);
  for (const unsigned char byte : bytes) {
    hex += digits[byte >> 4U];
    hex += digits[byte & 15U];
  }
  return hex;
}

std::string random_hex(std::size_t bytes) {
  std::string raw(bytes, '\0');
  randombytes_buf(raw.data(), raw.size());
  return to_hex(raw);
}

std::string sha256(std::string_view bytes) {
  std::string digest(crypto_hash_sha256_BYTES, '\0');
  crypto_hash_sha256(reinterpret_cast<unsigned char*>(digest.data()),
                     reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  return digest;
}

BootKey::BootKey() { randombytes_buf(key_.data(), key_.size()); }

std::string BootKey::mac_hex(std::string_view message) const {
  std::string mac(crypto_auth_hmacsha256_BYTES, '\0');
  crypto_auth_hmacsha256(reinterpret_cast<unsigned char*>(mac.data()),
                         reinterpret_cast<const unsigned char*>(message.data()), message.size(), key_.data());
  return to_hex(mac);
}

bool BootKey::verify(std::string_view message, std::string_view mac_hex_claimed) const {
  const auto expected = mac_hex(message);
  return expected.size() == mac_hex_claimed.size() &&
         sodium_memcmp(expected.data(), mac_hex_claimed.data(), expected.size()) == 0;
}

}  // namespace secondseat::base
