#include "app/noise.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "app/server.hpp"

namespace secondseat::test {
namespace {

// Not std::uniform_int_distribution, whose numbers differ from one standard library to the next.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : bits_(seed) {}
  std::size_t below(std::size_t bound) { return bits_() % bound; }
  char byte() { return static_cast<char>(bits_() & 0xFFU); }
  /// Mostly what JSON is made of, so that the noise gets past the first byte of a parser.
  char json_byte() {
    constexpr std::string_view parts = "{}[]\":,\\0123456789.eE+-truefalsnd \n\r\t\"id\"\"method\"";
    return below(16) == 0 ? byte() : parts[below(parts.size())];
  }

 private:
  std::mt19937 bits_;
};

std::string noise(Dice& dice, std::size_t longest) {
  std::string bytes(dice.below(longest) + 1, ' ');
  const bool is_pure = dice.below(2) == 0;
  for (auto& byte : bytes) byte = is_pure ? dice.byte() : dice.json_byte();
  return bytes;
}

void change(Dice& dice, std::string& bytes) {
  const auto at = dice.below(bytes.size());
  switch (dice.below(4)) {
    case 0: bytes[at] = dice.json_byte(); break;
    case 1: bytes.erase(at, dice.below(20)); break;
    case 2: bytes.insert(at, noise(dice, 8)); break;
    default: bytes.insert(at, bytes.substr(dice.below(bytes.size()), dice.below(40)));
  }
  if (bytes.empty()) bytes = "\n";
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
    lines.push_back(text.substr(at, end + 1 - at));
  return lines;
}

}  // namespace

std::string hostile_bytes(std::uint32_t number) {
  Dice dice(number);
  const auto kind = dice.below(3);
  if (kind == 0) return noise(dice, 4096);
  auto session = recorded_session("s:0123456789abcdef:1");
  if (kind == 1) {
    for (auto changes = dice.below(40) + 1; changes > 0; --changes) change(dice, session);
    return session;
  }
  std::string mixed;
  for (const auto& line : lines_of(session)) {
    mixed += line;
    if (dice.below(2) == 0) mixed += noise(dice, 300) + '\n';
    if (dice.below(8) == 0) mixed += line;  // an id for the second time
  }
  return mixed;
}

std::string recorded_session(const std::string& state) {
  const auto call = [](const std::string& id, const std::string& tool, const std::string& arguments) {
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":")" + tool +
           R"(","arguments":{)" + arguments + "}}}\n";
  };
  return initialize_line(true) + R"({"jsonrpc":"2.0","method":"notifications/initialized"})" + "\n" +
         call("1", "list_apps", "") + call("2", "get_app_state", R"("app":"Notes","screenshot":false)") +
         R"({"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"decision":"task"}}})" + "\n" +
         call("3", "click", R"("app":"Notes","state":")" + state + R"(","element_index":3)");
}

}  // namespace secondseat::test
