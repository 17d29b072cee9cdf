// The core seat's keyboard on a real X server: text and keys reach what has the focus in the window that is meant, or nothing does.
#include "catch.hpp"
#include "desktop/bystander.hpp"
#include "desktop/sitting.hpp"

using namespace secondseat;
using namespace secondseat::stage;

namespace {

constexpr std::uint32_t control = 0xffe3, shift_left = 0xffe1, caps_lock = 0xffe5, enter = 0xff0d, tab = 0xff09;

/// A fixture whose entry "Name" has the focus.
struct Desk {
  explicit Desk(Toolkit toolkit = Toolkit::gtk3, WindowManager manager = WindowManager::none)
      : stage({manager}), fixture(stage, toolkit), eyes(stage, fixture), user(stage), sitting(stage.display()) {
    PressButton press;
    press.at = eyes.centre_of("Name");
    sitting.send(press, aim_at(fixture)).value();
  }
  Result<Performed> type(const std::string& text, std::stop_token stop = {}) {
    TypeText typing;
    typing.text = text;
    return sitting.send(typing, aim_at(fixture), std::move(stop));
  }
  Result<Performed> press(std::vector<std::uint32_t> keys) {
    PressKey pressing;
    pressing.keys = std::move(keys);
    return sitting.send(pressing, aim_at(fixture));
  }
  /// Of several layouts, Caps Lock goes on to the next one.
  void layout(const std::string& name) {
    auto setting = stage.start({"setxkbmap", "-layout", name, "-option", "grp:caps_toggle"}, "setxkbmap.log");
    const auto ended = setting.wait_for(std::chrono::seconds{10});
    if (!ended || !ended->success()) throw std::runtime_error("no layout " + name);
  }
  void wait_for(const std::string& widget, const nlohmann::json& value) {
    fixture.wait_until([&](const nlohmann::json& table) { return table["values"][widget] == value; });
  }

  const Stage stage;
  Fixture fixture;
  Eyes eyes;
  Bystander user;
  Sitting sitting;
};

}  // namespace

TEST_CASE("text arrives as it is") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const auto manager = GENERATE(WindowManager::none, WindowManager::openbox);
  Desk desk(toolkit, manager);

  const auto typed = desk.type("Hello World! ~{}|\"'<>?@#$%^&*()_+ 0123456789 The quick brown fox");

  INFO(refusal(typed));
  CHECK(accepted(typed));
  desk.wait_for("name_entry", "Hello World! ~{}|\"'<>?@#$%^&*()_+ 0123456789 The quick brown fox");
  CHECK_FALSE(desk.user.anything_down());
}

TEST_CASE("a tab goes on to the next field, and a new line is the Return key") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  Desk desk(toolkit);

  const auto typed = desk.type("first\n\t\tok\n");

  CHECK(accepted(typed));
  desk.wait_for("short_entry", "ok");
  CHECK(desk.fixture.value("name_entry") == "first");
  desk.fixture.wait_for_counter("short_entry.activated", 1);
  CHECK(desk.fixture.counter("name_entry.activated") == 1);
}

TEST_CASE("text that the layout cannot make is refused whole") {
  const auto [text, position] =
      GENERATE(table<const char*, const char*>({{"H\xc3\xa9llo", "character 2"},
                                                {"a\x08", "character 2"},
                                                {"0123456789012345678901\xf0\x9f\x98\x80", "character 23"}}));
  Desk desk;

  const auto typed = desk.type(text);

  REQUIRE_FALSE(typed);
  CHECK(typed.error().code == ErrorCode::unsupported);
  CHECK(typed.error().message == std::string("the keyboard's layout cannot make the text's ") + position);
  CHECK(typed.error().hint == "set_value can put the text there.");
  CHECK(desk.type("x"));
  desk.wait_for("name_entry", "x");
}

TEST_CASE("text is made with the keys of the layout there is") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  Desk desk(toolkit);
  desk.layout("de");

  const auto typed = desk.type("Zyz \xc3\xa4\xc3\x96\xc3\x9f @\xe2\x82\xac{[]}\\|~ -_#'");

  INFO(refusal(typed));
  CHECK(accepted(typed));
  desk.wait_for("name_entry", "Zyz \xc3\xa4\xc3\x96\xc3\x9f @\xe2\x82\xac{[]}\\|~ -_#'");
  CHECK_FALSE(desk.user.anything_down());
}

TEST_CASE("text is made with the layout that is chosen of several") {
  Desk desk;
  desk.layout("us,ru");
  constexpr xcb_keycode_t next_layout = 66;
  desk.user.hold_key(next_layout);
  desk.user.release_key(next_layout);

  const auto russian = desk.type("\xd0\xbf\xd1\x80\xd0\x98");
  const auto latin = desk.type("abc");

  INFO(refusal(russian));
  CHECK(accepted(russian));
  desk.wait_for("name_entry", "\xd0\xbf\xd1\x80\xd0\x98");
  REQUIRE_FALSE(latin);
  CHECK(latin.error().code == ErrorCode::unsupported);
}

TEST_CASE("Caps Lock does not change what is typed") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  Desk desk(toolkit);
  const auto locked = desk.press({caps_lock});

  const auto typed = desk.type("Hello World 1!");

  CHECK(accepted(locked));
  CHECK(accepted(typed));
  desk.wait_for("name_entry", "Hello World 1!");
  CHECK((desk.user.pointer_mask() & XCB_MOD_MASK_LOCK) != 0);
}

TEST_CASE("keys that are pressed together are a shortcut, whatever is locked") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const auto lock = GENERATE(std::vector<std::uint32_t>{}, std::vector<std::uint32_t>{caps_lock});
  Desk desk(toolkit);
  REQUIRE(desk.type("old"));
  REQUIRE((lock.empty() || accepted(desk.press(lock))));

  const auto selected = desk.press({control, 'a'});
  const auto typed = desk.type("new");

  CHECK(accepted(selected));
  CHECK(accepted(typed));
  desk.wait_for("name_entry", "new");
  CHECK_FALSE(desk.user.anything_down());
}

TEST_CASE("keys are pressed in order and released in reverse, with the Shift that one of them needs") {
  const Stage stage;
  Bystander witness(stage);
  witness.show("witness", Rect{200, 100, 300, 200});
  Sitting sitting(stage.display());
  PressKey plain, shifted, given, unknown;
  plain.keys = {control, 'c'};
  shifted.keys = {'!'};
  given.keys = {control, shift_left, 'T'};
  unknown.keys = {control, 0xe9};

  const auto aim = aim_at_ourselves("witness");
  const auto first = sitting.send(plain, aim);
  const auto second = sitting.send(shifted, aim);
  const auto third = sitting.send(given, aim);
  const auto fourth = sitting.send(unknown, aim);

  CHECK(accepted(first));
  CHECK(accepted(second));
  CHECK(accepted(third));
  CHECK(witness.heard() == std::vector<int>{37, 54, -54, -37, 50, 10, -10, -50, 37, 50, 28, -28, -50, -37});
  REQUIRE_FALSE(fourth);
  CHECK(fourth.error().code == ErrorCode::unsupported);
}

TEST_CASE("keys that cannot be meant are refused") {
  const auto keys = GENERATE(std::vector<std::uint32_t>{}, std::vector<std::uint32_t>{enter, enter},
                             std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8, 9});
  const Stage stage;
  Sitting sitting(stage.display());
  PressKey pressing;
  pressing.keys = keys;
  TypeText broken;
  broken.text = "\xff";

  const auto pressed = sitting.send(pressing, {});
  const auto typed = sitting.send(broken, {});

  REQUIRE_FALSE(pressed);
  CHECK(pressed.error().code == ErrorCode::invalid_argument);
  REQUIRE_FALSE(typed);
  CHECK(typed.error().code == ErrorCode::invalid_argument);
}

TEST_CASE("nothing is typed while the user holds a key or another program has the keyboard to itself") {
  Desk desk;
  constexpr xcb_keycode_t letter = 38, shift = 50;

  desk.user.hold_key(shift);
  const auto with_shift = desk.type("x");
  desk.user.release_key(shift);
  desk.user.take_focus();  // so that the user's letter goes nowhere else
  desk.user.hold_key(letter);
  const auto with_letter = desk.type("x");
  desk.user.release_key(letter);
  desk.user.grab();
  const auto grabbed = desk.type("x");
  desk.user.ungrab();

  CHECK(refusal(with_shift).find("the user is holding a modifier key") != std::string::npos);
  CHECK(refusal(with_letter).find("the user is pressing a key") != std::string::npos);
  CHECK(refusal(grabbed).find("another program has the keyboard to itself") != std::string::npos);
  CHECK(desk.fixture.value("name_entry") == "");
}

TEST_CASE("a window without the focus gets it before anything is typed") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const auto manager = GENERATE(WindowManager::none, WindowManager::openbox);
  Desk desk(toolkit, manager);
  Fixture other(desk.stage, Toolkit::gtk3, {"--title", "in front"});

  const auto typed = desk.type("here");

  INFO(refusal(typed));
  CHECK(accepted(typed));
  desk.wait_for("name_entry", "here");
  CHECK(other.untouched());
}

TEST_CASE("a window is made active without a press") {
  const auto manager = GENERATE(WindowManager::none, WindowManager::openbox);
  const Stage stage({manager});
  const Fixture fixture(stage, Toolkit::gtk3);
  const Fixture other(stage, Toolkit::gtk4, {"--title", "in front"});
  Bystander user(stage);
  Sitting sitting(stage.display());

  const auto other_active = sitting.make_active(aim_at(other, "in front"));
  const auto focus_of_other = user.focus();
  const auto active = sitting.make_active(aim_at(fixture));
  const auto focus = user.focus();
  const auto again = sitting.make_active(aim_at(fixture));
  const auto absent = sitting.make_active(aim_at(fixture, "not there"));

  CHECK(other_active);
  CHECK(active);
  CHECK(focus != focus_of_other);
  CHECK(again);
  CHECK(user.focus() == focus);
  CHECK(fixture.untouched());
  CHECK(other.untouched());
  REQUIRE_FALSE(absent);
  CHECK(absent.error().code == ErrorCode::stale);
}

TEST_CASE("nothing is typed where the focus cannot be had") {
  Desk desk(Toolkit::gtk3, WindowManager::openbox);
  desk.fixture.send("dialog");

  const auto typed = desk.type("here");

  REQUIRE_FALSE(typed);
  CHECK(typed.error().code == ErrorCode::stale);
  CHECK(desk.fixture.value("name_entry") == "");
  CHECK(desk.fixture.counter("dialog.cancelled") == 0);
}

TEST_CASE("text that is ended on its way says how much of it was sent") {
  const auto how = GENERATE(ErrorCode::timed_out, ErrorCode::stopped, ErrorCode::stale);
  const Stage stage;
  Bystander witness(stage);
  Bystander thief(stage);
  witness.show("witness", Rect{200, 100, 300, 200});
  const auto stolen = thief.take_focus();
  const int others = witness.clients();
  Sitting sitting(stage.display());
  TypeText typing;
  typing.text = std::string(20'000, 'x');
  std::stop_source stopping;
  const auto alarm = sitting.ring_in(std::chrono::milliseconds{150}, [&] {
    if (how == ErrorCode::stopped) stopping.request_stop();
    if (how == ErrorCode::stale) thief.snatch_focus(stolen);
  });
  const auto budget = std::chrono::milliseconds{how == ErrorCode::timed_out ? 150 : 10'000};

  const auto typed = sitting.send(typing, aim_at_ourselves("witness"), stopping.get_token(), budget);

  INFO(refusal(typed));
  REQUIRE(typed);
  CHECK(typed->delivery == Delivery::no_answer);
  REQUIRE(typed->reason);
  CHECK(typed->reason->code == how);
  witness.wait_for_clients(others);
  const auto sent = witness.pressed();
  CHECK(sent > 0);
  CHECK(sent < 20'000);
  CHECK(typed->reason->message.find(std::to_string(sent) + " of the text's 20000 characters were sent, then: ") == 0);
  CHECK(typed->reason->message.find("xx") == std::string::npos);
  CHECK(thief.heard().empty());
  CHECK_FALSE(witness.anything_down());
}
