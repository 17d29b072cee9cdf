#include "desktop/x11/planned_input.hpp"

#include <cstdlib>
#include <set>

#include <xkbcommon/xkbcommon-keysyms.h>
#include <xkbcommon/xkbcommon.h>

#include "base/try.hpp"
#include "base/utf8.hpp"
#include "desktop/x11/keyboard_input.hpp"
#include "desktop/x11/pointer_input.hpp"

namespace secondseat::x11 {
namespace {

using Planned = Result<std::unique_ptr<PlannedInput>>;

constexpr int most_clicks = 3;
constexpr long most_notches = 100;
constexpr std::size_t most_keys = 8;

tl::unexpected<Error> meaningless(std::string what) {
  return fail(Layer::client, ErrorCode::invalid_argument, std::move(what));
}

Planned plan_one(const PressButton& press) {
  if (press.count < 1 || press.count > most_clicks)
    return meaningless("a button is pressed once, twice or three times");
  const std::uint8_t button = press.button == Button::left ? 1 : press.button == Button::middle ? 2 : 3;
  return std::make_unique<PointerInput>(std::vector<Point>{press.at},
                                        [button, count = press.count](const std::vector<Point>& on_root) {
                                          return click_at(on_root.front(), button, count);
                                        });
}

Planned plan_one(const DragPointer& drag) {
  return std::make_unique<PointerInput>(std::vector<Point>{drag.at, drag.to}, [](const std::vector<Point>& on_root) {
    return drag_from(on_root.front(), on_root.back());
  });
}

Planned plan_one(const TurnWheel& turn) {
  constexpr std::uint8_t up = 4, down = 5, left = 6, right = 7;
  const auto vertical = std::labs(turn.down);
  const auto horizontal = std::labs(turn.right);
  if (vertical + horizontal < 1 || vertical + horizontal > most_notches)
    return meaningless("a wheel is turned by 1 to 100 notches");
  std::vector<std::uint8_t> notches(static_cast<std::size_t>(vertical), turn.down > 0 ? down : up);
  notches.insert(notches.end(), static_cast<std::size_t>(horizontal), turn.right > 0 ? right : left);
  return std::make_unique<PointerInput>(std::vector<Point>{turn.at}, [notches](const std::vector<Point>& on_root) {
    return wheel_at(on_root.front(), notches);
  });
}

Planned plan_one(const PressKey& press) {
  const std::set<std::uint32_t> different(press.keys.begin(), press.keys.end());
  if (press.keys.empty() || press.keys.size() > most_keys || different.size() != press.keys.size())
    return meaningless("1 to 8 keys are pressed together, each once");
  return std::make_unique<ChordInput>(press.keys);
}

/// What a key for it would give; nothing for the characters that a terminal would take for commands.
std::uint32_t keysym_of(char32_t character) {
  if (character == U'\n') return XKB_KEY_Return;
  if (character == U'\t') return XKB_KEY_Tab;
  const bool is_control = character < 0x20 || (character >= 0x7f && character < 0xa0);
  return is_control ? std::uint32_t{XKB_KEY_NoSymbol} : xkb_utf32_to_keysym(character);
}

Planned plan_one(const TypeText& typing) {
  if (typing.text.empty() || !base::is_utf8(typing.text)) return meaningless("there is no text to type");
  std::vector<std::uint32_t> keysyms;
  for (const auto character : base::code_points(typing.text)) keysyms.push_back(keysym_of(character));
  return std::make_unique<TextInput>(std::move(keysyms));
}

}  // namespace

Planned plan(desktop::Input input) {
  const auto one = [](const auto& meant) { return plan_one(meant); };
  return std::visit(one, input);
}

}  // namespace secondseat::x11
