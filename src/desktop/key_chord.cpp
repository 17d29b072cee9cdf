#include "desktop/key_chord.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <xkbcommon/xkbcommon-keysyms.h>
#include <xkbcommon/xkbcommon.h>

#include "base/try.hpp"
#include "base/utf8.hpp"

namespace secondseat::desktop {
namespace {

using Keysym = std::uint32_t;
using Named = std::pair<std::string_view, Keysym>;

constexpr std::size_t longest_chord = 64;

// By every name that a toolkit, xdotool or another system's user knows it.
constexpr std::array<Named, 18> modifiers{{{"ctrl", XKB_KEY_Control_L},
                                           {"control", XKB_KEY_Control_L},
                                           {"control_l", XKB_KEY_Control_L},
                                           {"shift", XKB_KEY_Shift_L},
                                           {"shift_l", XKB_KEY_Shift_L},
                                           {"alt", XKB_KEY_Alt_L},
                                           {"alt_l", XKB_KEY_Alt_L},
                                           {"option", XKB_KEY_Alt_L},
                                           {"altgr", XKB_KEY_ISO_Level3_Shift},
                                           {"iso_level3_shift", XKB_KEY_ISO_Level3_Shift},
                                           {"super", XKB_KEY_Super_L},
                                           {"super_l", XKB_KEY_Super_L},
                                           {"win", XKB_KEY_Super_L},
                                           {"windows", XKB_KEY_Super_L},
                                           {"cmd", XKB_KEY_Super_L},
                                           {"command", XKB_KEY_Super_L},
                                           {"meta", XKB_KEY_Meta_L},
                                           {"hyper", XKB_KEY_Hyper_L}}};

// Beside the names of X11 itself, which xkbcommon knows.
constexpr std::array<Named, 30> aliases{
    {{"enter", XKB_KEY_Return},     {"esc", XKB_KEY_Escape},       {"del", XKB_KEY_Delete},
     {"ins", XKB_KEY_Insert},       {"back", XKB_KEY_BackSpace},   {"spacebar", XKB_KEY_space},
     {"pageup", XKB_KEY_Page_Up},   {"pgup", XKB_KEY_Page_Up},     {"pagedown", XKB_KEY_Page_Down},
     {"pgdn", XKB_KEY_Page_Down},   {"pgdown", XKB_KEY_Page_Down}, {"arrowup", XKB_KEY_Up},
     {"arrowdown", XKB_KEY_Down},   {"arrowleft", XKB_KEY_Left},   {"arrowright", XKB_KEY_Right},
     {"uparrow", XKB_KEY_Up},       {"downarrow", XKB_KEY_Down},   {"leftarrow", XKB_KEY_Left},
     {"rightarrow", XKB_KEY_Right}, {"dash", XKB_KEY_minus},       {"hyphen", XKB_KEY_minus},
     {"dot", XKB_KEY_period},       {"point", XKB_KEY_period},     {"equals", XKB_KEY_equal},
     {"backtick", XKB_KEY_grave},   {"quote", XKB_KEY_apostrophe}, {"tilde", XKB_KEY_asciitilde},
     {"hash", XKB_KEY_numbersign},  {"contextmenu", XKB_KEY_Menu}, {"printscreen", XKB_KEY_Print}}};

template <std::size_t size>
std::optional<Keysym> look_up(const std::array<Named, size>& table, std::string_view name) {
  std::string lower(name);
  for (auto& letter : lower)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  const auto found =
      std::find_if(table.begin(), table.end(), [&lower](const Named& row) { return row.first == lower; });
  if (found == table.end()) return std::nullopt;
  return found->second;
}

std::optional<Keysym> key_named(std::string_view name) {
  if (base::count_characters(name) == 1) {
    const auto character = base::first_character(name);
    const auto letter = character <= ' ' ? XKB_KEY_NoSymbol : xkb_utf32_to_keysym(character);
    return letter == XKB_KEY_NoSymbol ? std::nullopt : std::optional<Keysym>(letter);
  }
  if (const auto modifier = look_up(modifiers, name)) return modifier;
  if (const auto alias = look_up(aliases, name)) return alias;
  const auto exact = xkb_keysym_from_name(std::string(name).c_str(), XKB_KEYSYM_NO_FLAGS);
  if (exact != XKB_KEY_NoSymbol) return exact;
  const auto alike = xkb_keysym_from_name(std::string(name).c_str(), XKB_KEYSYM_CASE_INSENSITIVE);
  return alike == XKB_KEY_NoSymbol ? std::nullopt : std::optional<Keysym>(alike);
}

bool is_function_key(Keysym key) { return key >= XKB_KEY_F1 && key <= XKB_KEY_F35; }

/// Keys that the X server or the session obeys, whatever has the focus, or that change how the user's own keys act.
bool is_for_the_session(Keysym key) {
  constexpr std::array locks{XKB_KEY_Caps_Lock,   XKB_KEY_Shift_Lock,  XKB_KEY_Num_Lock,
                             XKB_KEY_Scroll_Lock, XKB_KEY_Mode_switch, XKB_KEY_Sys_Req};
  if (std::find(locks.begin(), locks.end(), static_cast<int>(key)) != locks.end()) return true;
  const bool of_keyboard_extension = key >= 0xFE00 && key <= 0xFEFF;
  const bool is_dead_key = key >= XKB_KEY_dead_grave && key < XKB_KEY_AccessX_Enable;
  if (of_keyboard_extension) return key != XKB_KEY_ISO_Level3_Shift && key != XKB_KEY_ISO_Left_Tab && !is_dead_key;
  return key >= 0x10000000 && key <= 0x1FFFFFFF;  // vendors' keys: volume, power, sleep, consoles
}

bool has(const std::vector<Keysym>& keys, Keysym key) { return std::find(keys.begin(), keys.end(), key) != keys.end(); }

Result<void> check_for_the_application(const std::vector<Keysym>& keys) {
  const auto last = keys.back();
  const bool leaves_session = has(keys, XKB_KEY_Control_L) && has(keys, XKB_KEY_Alt_L) &&
                              (is_function_key(last) || last == XKB_KEY_BackSpace || last == XKB_KEY_Delete);
  if (!leaves_session && std::none_of(keys.begin(), keys.end(), is_for_the_session)) return {};
  return fail(Layer::client, ErrorCode::denied, "these keys are for the user's session, not for an application",
              "Nothing was pressed.");
}

tl::unexpected<Error> no_chord(std::string why) {
  return fail(Layer::client, ErrorCode::invalid_argument, std::move(why),
              "Pass one key with its modifiers, as in \"Return\", \"ctrl+s\", \"shift+F10\" or \"ctrl+plus\"; to type "
              "words, use type_text.");
}

}  // namespace

Result<std::vector<std::uint32_t>> parse_key_chord(std::string_view text) {
  if (text.empty()) return no_chord("there is no key");
  if (text.size() > longest_chord || !base::is_utf8(text) || text.find('\0') != text.npos)
    return no_chord("this is no key");
  std::vector<Keysym> keys;
  while (true) {
    const auto plus = text.find('+', 1);  // a plus in front is the key itself, as the last one is in "ctrl++"
    const auto name = text.substr(0, plus);
    const bool is_last = plus == text.npos;
    const auto key = is_last ? key_named(name) : look_up(modifiers, name);
    if (!key)
      return no_chord(
          fmt::format("\"{}\" is not a {}", base::escape_shown(name, longest_chord), is_last ? "key" : "modifier key"));
    if (has(keys, *key)) return no_chord("the same key comes twice");
    keys.push_back(*key);
    if (is_last) break;
    text.remove_prefix(plus + 1);
    if (text.empty()) return no_chord("after the last + a key is missing");
  }
  SS_TRY_VOID(check_for_the_application(keys));
  return keys;
}

}  // namespace secondseat::desktop
