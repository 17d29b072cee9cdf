#include "base/base64.hpp"

#include <sodium.h>

namespace secondseat::base {

std::string to_base64(std::string_view bytes) {
  constexpr int variant = sodium_base64_VARIANT_ORIGINAL;
  std::string text(sodium_base64_ENCODED_LEN(bytes.size(), variant), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                    variant);
  text.pop_back();  // its terminating zero
  return text;
}

}  // namespace secondseat::base
