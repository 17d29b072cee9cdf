// The core seat's pointer on a real X server: a press lands once, where it was meant, or nowhere.
#include "catch.hpp"
#include "desktop/bystander.hpp"
#include "desktop/sitting.hpp"
#include "desktop/x11/window_place.hpp"

using namespace secondseat;
using namespace secondseat::stage;

namespace {

PressButton press(Point at, Button button = Button::left, int count = 1) {
  PressButton input;
  input.at = at;
  input.button = button;
  input.count = count;
  return input;
}

struct Scene {
  explicit Scene(Toolkit toolkit = Toolkit::gtk3, WindowManager manager = WindowManager::none)
      : stage({manager}), fixture(stage, toolkit), eyes(stage, fixture), user(stage), sitting(stage.display()) {}
  Rect window() { return user.place_of(user.window_titled(fixture_title)); }
  Point on_screen(Point in_window) {
    const auto place = window();
    return {place.x + in_window.x, place.y + in_window.y};
  }

  const Stage stage;
  Fixture fixture;
  Eyes eyes;
  Bystander user;
  Sitting sitting;
};

}  // namespace

TEST_CASE("a click lands once on what is meant") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const auto manager = GENERATE(WindowManager::none, WindowManager::openbox);
  Scene scene(toolkit, manager);

  const auto sent = scene.sitting.send(press(scene.eyes.centre_of("Count")), aim_at(scene.fixture));

  INFO(refusal(sent));
  CHECK(accepted(sent));
  scene.fixture.wait_for_counter("count_button.clicked", 1);
  CHECK(scene.fixture.counter("count_button.clicked") == 1);
  CHECK(scene.fixture.counter("add_button.clicked") == 0);
  CHECK_FALSE(scene.user.anything_down());
}

TEST_CASE("a shadow that an application draws around its window is none of the window") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const Stage stage({WindowManager::none, "1280x800x24", {"GTK_CSD=1"}});
  Bystander user(stage);
  user.promise_shadows();
  Fixture fixture(stage, toolkit);
  Eyes eyes(stage, fixture);
  Sitting sitting(stage.display());
  auto aim = aim_at(fixture);
  aim.on_screen = eyes.window();
  const auto button = eyes.bounds_of("Count");

  const auto below_its_edge = sitting.send(press({button.x + 20, button.y + 2}), aim);
  const auto above_its_edge = sitting.send(press({button.x + 20, button.y + button.height - 2}), aim);

  CHECK(accepted(below_its_edge));
  CHECK(accepted(above_its_edge));
  fixture.wait_for_counter("count_button.clicked", 2);
}

TEST_CASE("each button is pressed as itself, as often as meant") {
  const auto button = GENERATE(Button::left, Button::middle, Button::right);
  const auto count = GENERATE(1, 2, 3);
  const Stage stage;
  Bystander witness(stage);
  witness.show("witness", Rect{200, 100, 300, 200});
  Sitting sitting(stage.display());

  const auto sent = sitting.send(press({50, 60}, button, count), aim_at_ourselves("witness"));

  INFO(refusal(sent));
  CHECK(accepted(sent));
  std::vector<int> expected;
  const int number = button == Button::left ? 1 : button == Button::middle ? 2 : 3;
  for (int nth = 0; nth < count; ++nth) expected.insert(expected.end(), {number, -number});
  CHECK(witness.heard() == expected);
  CHECK(witness.pointer() == Point{250, 160});
}

TEST_CASE("the left button is what comes out as the left button for a left-handed user") {
  const Stage stage;
  Bystander witness(stage);
  witness.exchange_buttons();
  witness.show("witness", Rect{200, 100, 300, 200});
  Sitting sitting(stage.display());

  const auto left = sitting.send(press({50, 60}, Button::left), aim_at_ourselves("witness"));
  const auto right = sitting.send(press({50, 60}, Button::right), aim_at_ourselves("witness"));

  CHECK(accepted(left));
  CHECK(accepted(right));
  CHECK(witness.heard() == std::vector<int>{1, -1, 3, -3});
}

TEST_CASE("a wheel is turned notch by notch, first down and then sideways") {
  const Stage stage;
  Bystander witness(stage);
  witness.show("witness", Rect{200, 100, 300, 200});
  Sitting sitting(stage.display());
  TurnWheel turn;
  turn.at = {50, 60};

  turn.down = 2;
  turn.right = -1;
  const auto down_left = sitting.send(turn, aim_at_ourselves("witness"));
  turn.down = -1;
  turn.right = 2;
  const auto up_right = sitting.send(turn, aim_at_ourselves("witness"));
  turn.down = 100;
  turn.right = 1;
  const auto too_far = sitting.send(turn, aim_at_ourselves("witness"));

  CHECK(accepted(down_left));
  CHECK(accepted(up_right));
  CHECK(witness.heard() == std::vector<int>{5, -5, 5, -5, 6, -6, 4, -4, 7, -7, 7, -7});
  REQUIRE_FALSE(too_far);
  CHECK(too_far.error().code == ErrorCode::invalid_argument);
}

TEST_CASE("a wheel scrolls what is under it") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  Scene scene(toolkit);
  TurnWheel turn;
  turn.at = scene.eyes.centre_of("Row 2");
  turn.down = 20;

  const auto turned = scene.sitting.send(turn, aim_at(scene.fixture));
  scene.fixture.send("relabel count_button Scrolled");  // answered when it is painted, and the list with it

  INFO(refusal(turned));
  CHECK(accepted(turned));
  CHECK_FALSE(scene.eyes.see("Row 2"));
  CHECK(scene.fixture.counter("rows_list.selected") == 0);
}

TEST_CASE("what is dragged arrives") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  Scene scene(toolkit);
  const auto slider = scene.eyes.bounds_of("Level");
  DragPointer drag;
  drag.at = {slider.x + slider.width / 5, slider.y + slider.height - 8};
  drag.to = {slider.x + slider.width * 4 / 5, slider.y + slider.height - 8};

  const auto sent = scene.sitting.send(drag, aim_at(scene.fixture));

  INFO(refusal(sent));
  CHECK(accepted(sent));
  scene.fixture.wait_until([](const nlohmann::json& table) { return table["values"]["level_slider"] > 60; });
  CHECK_FALSE(scene.user.anything_down());
}

TEST_CASE("a covered window is brought to the front, then pressed") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const auto manager = GENERATE(WindowManager::none, WindowManager::openbox);
  Scene scene(toolkit, manager);
  const auto button = scene.eyes.centre_of("Count");
  const Fixture above(scene.stage, Toolkit::gtk3, {"--title", "on top"});
  scene.user.move(scene.user.window_titled("on top"), scene.window().x, scene.window().y);

  const auto sent = scene.sitting.send(press(button), aim_at(scene.fixture));

  INFO(refusal(sent));
  CHECK(accepted(sent));
  scene.fixture.wait_for_counter("count_button.clicked", 1);
  CHECK(scene.fixture.counter("count_button.clicked") == 1);
  CHECK(above.untouched());
}

TEST_CASE("what will not go out of the way is not pressed, and neither is what is below") {
  Scene scene(Toolkit::gtk3, WindowManager::openbox);
  const auto button = scene.eyes.centre_of("Count");
  const auto before = scene.user.pointer();
  scene.user.cover(Rect{0, 0, 1280, 800});

  const auto sent = scene.sitting.send(press(button), aim_at(scene.fixture));

  REQUIRE_FALSE(sent);
  CHECK(sent.error().code == ErrorCode::stale);
  CHECK(scene.user.heard().empty());
  CHECK(scene.user.pointer() == before);
  CHECK(scene.fixture.untouched());
}

TEST_CASE("both ends of a drag have to be the window's own") {
  Scene scene(Toolkit::gtk3, WindowManager::openbox);
  const auto slider = scene.eyes.bounds_of("Level");
  DragPointer drag;
  drag.at = {slider.x + 10, slider.y + slider.height / 2};
  drag.to = {slider.x + slider.width - 10, slider.y + slider.height / 2};
  const auto end = scene.on_screen(drag.to);
  scene.user.cover(Rect{end.x - 2, end.y - 2, 4, 4});

  const auto sent = scene.sitting.send(drag, aim_at(scene.fixture));

  REQUIRE_FALSE(sent);
  CHECK(sent.error().code == ErrorCode::stale);
  CHECK(scene.user.heard().empty());
  CHECK(scene.fixture.untouched());
}

TEST_CASE("a point of a picture means nothing once the window has moved") {
  Scene scene;
  const auto window = scene.user.window_titled(fixture_title);
  auto aim = aim_at(scene.fixture);
  aim.frame = x11::frame_of(window, scene.window());
  const auto button = scene.eyes.centre_of("Count");

  const auto in_frame = scene.sitting.send(press(button), aim);
  scene.fixture.wait_for_counter("count_button.clicked", 1);
  scene.user.move(window, 50, 60);
  const auto moved = scene.sitting.send(press(button), aim);
  aim.frame.reset();
  const auto by_the_tree = scene.sitting.send(press(button), aim);
  scene.fixture.wait_for_counter("count_button.clicked", 2);

  CHECK(accepted(in_frame));
  REQUIRE_FALSE(moved);
  CHECK(moved.error().code == ErrorCode::stale);
  CHECK(moved.error().message == "the window has moved, changed its size or been replaced");
  CHECK(accepted(by_the_tree));
  CHECK(scene.fixture.counter("count_button.clicked") == 2);
}

TEST_CASE("a point outside the window or the screen is refused") {
  const auto [at, code] = GENERATE(table<Point, ErrorCode>({{{-1, 5}, ErrorCode::invalid_argument},
                                                            {{5, 200}, ErrorCode::invalid_argument},
                                                            {{300, 5}, ErrorCode::invalid_argument},
                                                            {{5, 5}, ErrorCode::unsupported}}));
  const Stage stage;
  Bystander witness(stage);
  witness.show("witness", Rect{-10, 100, 300, 200});
  Sitting sitting(stage.display());
  const auto before = witness.pointer();

  const auto sent = sitting.send(press(at), aim_at_ourselves("witness"));

  REQUIRE_FALSE(sent);
  CHECK(sent.error().code == code);
  CHECK(witness.heard().empty());
  CHECK(witness.pointer() == before);
}

TEST_CASE("nothing is pressed while the user holds a button or a modifier") {
  Scene scene;
  const auto button = scene.eyes.centre_of("Count");
  constexpr xcb_keycode_t shift = 50;

  scene.user.hold_button(1);
  const auto with_button = scene.sitting.send(press(button), aim_at(scene.fixture));
  scene.user.release_button(1);
  scene.user.hold_key(shift);
  const auto with_shift = scene.sitting.send(press(button), aim_at(scene.fixture));
  scene.user.release_key(shift);

  REQUIRE_FALSE(with_button);
  CHECK(with_button.error().code == ErrorCode::busy);
  CHECK(with_button.error().message == "the user is holding a mouse button");
  REQUIRE_FALSE(with_shift);
  CHECK(with_shift.error().code == ErrorCode::busy);
  CHECK(with_shift.error().message == "the user is holding a modifier key");
  CHECK(scene.fixture.untouched());
}

TEST_CASE("nothing is pressed while another program has the pointer to itself") {
  Scene scene;
  const auto button = scene.eyes.centre_of("Count");
  scene.user.grab();

  const auto grabbed = scene.sitting.send(press(button), aim_at(scene.fixture));
  scene.user.ungrab();
  const auto free = scene.sitting.send(press(button), aim_at(scene.fixture));
  scene.fixture.wait_for_counter("count_button.clicked", 1);

  REQUIRE_FALSE(grabbed);
  CHECK(grabbed.error().code == ErrorCode::busy);
  CHECK(accepted(free));
  CHECK(scene.fixture.counter("count_button.clicked") == 1);
}

TEST_CASE("an item of the application's own open menu can be clicked") {
  Scene scene(Toolkit::gtk3);
  const auto opened = scene.sitting.send(press(scene.eyes.centre_of("File")), aim_at(scene.fixture));
  scene.fixture.send("relabel count_button Counted");  // answered when it is painted, and the menu with it

  const auto chosen = scene.sitting.send(press(scene.eyes.centre_of("Save")), aim_at(scene.fixture));

  CHECK(accepted(opened));
  INFO(refusal(chosen));
  CHECK(accepted(chosen));
  scene.fixture.wait_for_counter("menu_save.activated", 1);
  CHECK(scene.fixture.counter("menu_save.activated") == 1);
}

TEST_CASE("what is stopped or late before it is sent is not sent") {
  const Stage stage;
  Bystander witness(stage);
  witness.show("witness", Rect{200, 100, 300, 200});
  Sitting sitting(stage.display());
  std::stop_source stopping;
  stopping.request_stop();

  const auto stopped = sitting.send(press({5, 5}), aim_at_ourselves("witness"), stopping.get_token());
  const auto late = sitting.send(press({5, 5}), aim_at_ourselves("witness"), {}, std::chrono::milliseconds{0});

  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().code == ErrorCode::stopped);
  REQUIRE_FALSE(late);
  CHECK(late.error().code == ErrorCode::timed_out);
  CHECK(witness.heard().empty());
}

TEST_CASE("a server that serves somebody else alone is waited for no longer than until the deadline") {
  const Stage stage;
  Bystander witness(stage);
  witness.show("witness", Rect{200, 100, 300, 200});
  Sitting sitting(stage.display());
  const auto free = sitting.send(press({5, 5}), aim_at_ourselves("witness"));
  witness.grab_server();

  const auto late = sitting.send(press({5, 5}), aim_at_ourselves("witness"), {}, std::chrono::milliseconds{50});
  witness.ungrab_server();

  CHECK(accepted(free));
  REQUIRE_FALSE(late);
  CHECK(late.error().code == ErrorCode::timed_out);
  CHECK(witness.heard() == std::vector<int>{1, -1});
}

TEST_CASE("a window that is not there is not pressed") {
  Scene scene;
  const auto button = scene.eyes.centre_of("Count");
  scene.fixture.send("close");

  const auto sent = scene.sitting.send(press(button), aim_at(scene.fixture));
  Sitting nowhere("");
  const auto without_display = nowhere.send(press(button), aim_at(scene.fixture));

  REQUIRE_FALSE(sent);
  CHECK(sent.error().code == ErrorCode::stale);
  REQUIRE_FALSE(without_display);
  CHECK(without_display.error().code == ErrorCode::unsupported);
}
