#include "base/random.hpp"

#include "catch.hpp"

using namespace secondseat;
using base::BootKey;

TEST_CASE("random bytes are hexadecimal, of the length asked for, and not the same twice") {
  const auto first = base::random_hex(16);
  const auto second = base::random_hex(16);

  CHECK(first.size() == 32);
  CHECK(first.find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(first != second);
  CHECK(base::random_hex(0).empty());
}

TEST_CASE("hexadecimal covers every byte value") {
  CHECK(base::to_hex(std::string_view("\0\x0F\xA5\xFF", 4)) == "000fa5ff");
}

TEST_CASE("SHA-256 gives the published digests") {
  CHECK(base::to_hex(base::sha256("")) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(base::to_hex(base::sha256("abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("a MAC verifies under its own key and for its own message only") {
  const BootKey key;
  const BootKey other;
  const auto mac = key.mac_hex("message");

  CHECK(mac.size() == 64);
  CHECK(key.verify("message", mac));
  CHECK_FALSE(key.verify("Message", mac));
  CHECK_FALSE(key.verify("message", mac.substr(0, 63)));
  CHECK_FALSE(key.verify("message", mac + "0"));
  CHECK_FALSE(key.verify("message", ""));
  CHECK_FALSE(other.verify("message", mac));
}

TEST_CASE("a MAC with any character changed does not verify") {
  const BootKey key;
  const auto mac = key.mac_hex("message");

  std::size_t accepted = 0;
  for (std::size_t at = 0; at < mac.size(); ++at) {
    auto forged = mac;
    forged[at] = forged[at] == '0' ? '1' : '0';
    accepted += key.verify("message", forged) ? 1 : 0;
  }

  CHECK(accepted == 0);
}
