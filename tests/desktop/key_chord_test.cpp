#include "desktop/key_chord.hpp"

#include <string>

#include <xkbcommon/xkbcommon-keysyms.h>

#include "catch.hpp"

using namespace secondseat;
using desktop::parse_key_chord;

namespace {

using Keys = std::vector<std::uint32_t>;

struct Row {
  const char* text;
  Keys keys;
};

}  // namespace

TEST_CASE("Keys are taken by every name that people know them by") {
  const auto row =
      GENERATE(Row{"Return", {XKB_KEY_Return}}, Row{"enter", {XKB_KEY_Return}}, Row{"RETURN", {XKB_KEY_Return}},
               Row{"Escape", {XKB_KEY_Escape}}, Row{"esc", {XKB_KEY_Escape}}, Row{"BackSpace", {XKB_KEY_BackSpace}},
               Row{"backspace", {XKB_KEY_BackSpace}}, Row{"Delete", {XKB_KEY_Delete}}, Row{"del", {XKB_KEY_Delete}},
               Row{"Page_Up", {XKB_KEY_Page_Up}}, Row{"pgdn", {XKB_KEY_Page_Down}}, Row{"Prior", {XKB_KEY_Prior}},
               Row{"F5", {XKB_KEY_F5}}, Row{"f12", {XKB_KEY_F12}}, Row{"KP_Enter", {XKB_KEY_KP_Enter}},
               Row{"space", {XKB_KEY_space}}, Row{"a", {XKB_KEY_a}}, Row{"A", {XKB_KEY_A}}, Row{"7", {XKB_KEY_7}},
               Row{"+", {XKB_KEY_plus}}, Row{"é", {XKB_KEY_eacute}}, Row{"plus", {XKB_KEY_plus}},
               Row{"Alt", {XKB_KEY_Alt_L}}, Row{"ctrl+s", {XKB_KEY_Control_L, XKB_KEY_s}},
               Row{"Control+S", {XKB_KEY_Control_L, XKB_KEY_S}}, Row{"ctrl++", {XKB_KEY_Control_L, XKB_KEY_plus}},
               Row{"ctrl+plus", {XKB_KEY_Control_L, XKB_KEY_plus}}, Row{"shift+F10", {XKB_KEY_Shift_L, XKB_KEY_F10}},
               Row{"alt+F4", {XKB_KEY_Alt_L, XKB_KEY_F4}}, Row{"cmd+c", {XKB_KEY_Super_L, XKB_KEY_c}},
               Row{"ctrl+alt+shift+Tab", {XKB_KEY_Control_L, XKB_KEY_Alt_L, XKB_KEY_Shift_L, XKB_KEY_Tab}});
  CAPTURE(row.text);
  const auto keys = parse_key_chord(row.text);
  REQUIRE(keys);
  CHECK(*keys == row.keys);
}

TEST_CASE("What is no key, or a modifier that nobody has, is refused and told what to pass") {
  const auto text =
      GENERATE(as<std::string>(), "", "ctrl+", "ctrl+ctrl", "ctrl+ctrl+a", "foo+a", "a+b", "ctrl+foo", "hello", "+a",
               " ", "\n", "ctrl s", "\xff", "ctrl+\xc3", std::string("a\0", 2), std::string(65, 'a'), "ctrl+a+");
  CAPTURE(text);
  const auto keys = parse_key_chord(text);
  REQUIRE_FALSE(keys);
  CHECK(keys.error().code == ErrorCode::invalid_argument);
  CHECK(keys.error().hint.find("type_text") != std::string::npos);
}

TEST_CASE("Rule 1: keys that reach beyond the application are denied") {
  const auto* text = GENERATE("XF86PowerOff", "XF86AudioRaiseVolume", "ctrl+alt+F1", "alt+ctrl+F12",
                              "ctrl+alt+BackSpace", "ctrl+alt+Delete", "Terminate_Server", "Caps_Lock", "Num_Lock",
                              "ctrl+ISO_Next_Group", "XF86Switch_VT_2", "Sys_Req", "0x1008ff2a");
  CAPTURE(text);
  const auto keys = parse_key_chord(text);
  REQUIRE_FALSE(keys);
  CHECK(keys.error().code == ErrorCode::denied);
}
