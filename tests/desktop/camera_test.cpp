// The camera on a real X server, with a real application's window.
#include <cstring>

#include <png.h>
#include <asio/co_spawn.hpp>
#include <asio/io_context.hpp>

#include "async/clock.hpp"
#include "catch.hpp"
#include "desktop/bystander.hpp"
#include "desktop/fixture.hpp"
#include "desktop/x11/camera.hpp"

using namespace secondseat;
using namespace secondseat::stage;
using secondseat::x11::Camera;
using secondseat::x11::Shot;
using secondseat::x11::Subject;

namespace {

constexpr const char* title = "secondseat fixture";

struct Studio {
  explicit Studio(const std::string& display) : camera(io.get_executor(), clock, display) {}

  Result<Shot> shoot(Subject subject, ReadLimits limits = {},
                     std::chrono::milliseconds budget = std::chrono::seconds{10}) {
    Result<Shot> shot;
    auto keep = [&shot](std::exception_ptr failure, Result<Shot> taken) {
      if (failure) std::rethrow_exception(failure);
      shot = std::move(taken);
    };
    io.restart();
    asio::co_spawn(io, camera.shoot(std::move(subject), limits, Deadline::after(clock, budget)), keep);
    io.run();
    return shot;
  }

  async::SystemClock clock;
  asio::io_context io{1};
  Camera camera;
};

Subject subject_of(const Fixture& fixture, std::string window_title = title) {
  Subject subject;
  subject.pid = fixture.pid();
  subject.title = std::move(window_title);
  return subject;
}

struct Decoded {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;
  int colours = 0;  ///< up to 3
};

Decoded decode(const std::string& png) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_memory(&image, png.data(), png.size()) != 0);
  image.format = PNG_FORMAT_RGB;
  Decoded decoded{static_cast<int>(image.width), static_cast<int>(image.height),
                  std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image)), 0};
  REQUIRE(png_image_finish_read(&image, nullptr, decoded.rgb.data(), 0, nullptr) != 0);
  std::vector<std::uint32_t> seen;
  for (std::size_t at = 0; at + 2 < decoded.rgb.size() && seen.size() < 3; at += 3) {
    const auto colour = decoded.rgb[at] * 65536U + decoded.rgb[at + 1] * 256U + decoded.rgb[at + 2];
    if (std::find(seen.begin(), seen.end(), colour) == seen.end()) seen.push_back(colour);
  }
  decoded.colours = static_cast<int>(seen.size());
  return decoded;
}

}  // namespace

TEST_CASE("a window is shown in its own size") {
  const Stage stage;
  Fixture fixture(stage, Toolkit::gtk3);
  fixture.send("resize 900 700");
  Studio studio(stage.display());

  const auto shot = studio.shoot(subject_of(fixture));

  REQUIRE(shot);
  INFO(shot->because);
  REQUIRE(shot->picture);
  const auto decoded = decode(shot->picture->png);
  CHECK(shot->picture->width == 900);
  CHECK(shot->picture->height == 700);
  CHECK(shot->picture->scale == 1.0);
  CHECK_FALSE(shot->picture->clipped);
  CHECK(decoded.width == 900);
  CHECK(decoded.colours == 3);
}

TEST_CASE("a window in a frame is shown without the frame") {
  const Stage stage({WindowManager::openbox});
  Fixture fixture(stage, Toolkit::gtk4);
  fixture.send("resize 900 700");
  Studio studio(stage.display());

  const auto shot = studio.shoot(subject_of(fixture));

  REQUIRE(shot);
  INFO(shot->because);
  REQUIRE(shot->picture);
  CHECK(decode(shot->picture->png).colours == 3);
}

TEST_CASE("a covered window is shown as its application paints it") {
  const Stage stage;
  Fixture below(stage, Toolkit::gtk3);
  Studio studio(stage.display());
  const auto uncovered = studio.shoot(subject_of(below));
  REQUIRE(uncovered);
  REQUIRE(uncovered->picture);
  const Fixture above(stage, Toolkit::gtk4, {"--title", "on top"});
  Studio fresh(stage.display());  // one that did not redirect the window while it was free

  const auto covered = fresh.shoot(subject_of(below));

  REQUIRE(covered);
  INFO(covered->because);
  REQUIRE(covered->picture);
  CHECK(decode(covered->picture->png).rgb == decode(uncovered->picture->png).rgb);
}

TEST_CASE("nothing of the window on top is taken for a frozen application's") {
  const Stage stage;
  Fixture below(stage, Toolkit::gtk3);
  const Fixture above(stage, Toolkit::gtk4, {"--title", "on top"});
  Studio studio(stage.display());

  Result<Shot> first;
  Result<Shot> second;
  {
    const Frozen frozen(below);
    first = studio.shoot(subject_of(below));
    second = studio.shoot(subject_of(below));
  }
  const auto later = studio.shoot(subject_of(below));

  REQUIRE(first);
  CHECK_FALSE(first->picture);
  CHECK(first->because == "The window is covered, and the application has not painted what is below.");
  REQUIRE(second);
  CHECK_FALSE(second->picture);
  REQUIRE(later);
  CHECK(later->picture);
}

TEST_CASE("a minimised window has a sentence instead of a picture") {
  const Stage stage({WindowManager::openbox});
  Fixture fixture(stage, Toolkit::gtk3);
  fixture.send("minimise");
  Studio studio(stage.display());

  const auto shot = studio.shoot(subject_of(fixture));

  REQUIRE(shot);
  CHECK_FALSE(shot->picture);
  CHECK(shot->minimised);
  CHECK(shot->because == "The window is minimised, and a minimised window has no picture.");
}

TEST_CASE("what is outside the screen is not shown") {
  const Stage stage({WindowManager::none, "700x500x24"});
  Fixture fixture(stage, Toolkit::gtk3);
  fixture.send("resize 1000 720");
  Studio studio(stage.display());

  const auto shot = studio.shoot(subject_of(fixture));

  REQUIRE(shot);
  INFO(shot->because);
  REQUIRE(shot->picture);
  CHECK(shot->picture->clipped);
  CHECK(shot->picture->width == 700);
  CHECK(shot->picture->height == 500);
}

TEST_CASE("a picture says where in the window it begins") {
  const Stage stage;
  const Fixture fixture(stage, Toolkit::gtk3);
  Bystander user(stage);
  user.move(user.window_titled(title), -30, -20);
  Studio studio(stage.display());

  const auto shot = studio.shoot(subject_of(fixture));

  REQUIRE(shot);
  INFO(shot->because);
  REQUIRE(shot->picture);
  CHECK(shot->picture->clipped);
  CHECK(shot->picture->origin == Point{30, 20});
  CHECK(shot->picture->width == user.place_of(user.window_titled(title)).width - 30);
}

TEST_CASE("a picture with the shadow that GTK 4 draws begins outside the window") {
  const Stage stage({WindowManager::none, "1280x800x24", {"GTK_CSD=1"}});
  Bystander user(stage);
  user.promise_shadows();
  const Fixture fixture(stage, Toolkit::gtk4);
  Studio studio(stage.display());
  auto subject = subject_of(fixture);
  subject.on_screen = Rect{0, 0, 960, 640};  // as the fixture asks for

  const auto shot = studio.shoot(subject);

  REQUIRE(shot);
  INFO(shot->because);
  REQUIRE(shot->picture);
  const auto place = user.place_of(user.window_titled(title));
  REQUIRE(place.width > 960);
  CHECK(shot->picture->origin.x == (960 - place.width) / 2);
  CHECK(shot->picture->origin.y < 0);
  CHECK(shot->picture->origin.y > 640 - place.height);
}

TEST_CASE("the frame of a picture is the window's place and size") {
  const Stage stage;
  Fixture fixture(stage, Toolkit::gtk3);
  Bystander user(stage);
  const auto window = user.window_titled(title);
  Studio studio(stage.display());
  const auto frame_now = [&studio, &fixture] {
    const auto shot = studio.shoot(subject_of(fixture));
    return shot && shot->picture ? shot->picture->frame.text : std::string();
  };

  const auto first = frame_now();
  const auto unchanged = frame_now();
  user.move(window, 50, 60);
  const auto moved = frame_now();
  fixture.send("resize 1000 700");
  const auto resized = frame_now();

  CHECK_FALSE(first.empty());
  CHECK(first == unchanged);
  CHECK(moved != first);
  CHECK(resized != moved);
  CHECK(moved.find(" 50,60 ") != std::string::npos);
}

TEST_CASE("a huge window is scaled until it fits") {
  const Stage stage({WindowManager::none, "3000x2000x24"});
  Fixture fixture(stage, Toolkit::gtk3, {"--widgets", "2000"});
  fixture.send("resize 2800 1900");
  Studio studio(stage.display());
  ReadLimits small;
  small.picture_bytes = 20'000;

  const auto shot = studio.shoot(subject_of(fixture));
  const auto smaller = studio.shoot(subject_of(fixture), small);

  REQUIRE(shot);
  REQUIRE(shot->picture);
  CHECK(shot->picture->width == 1568);
  CHECK(shot->picture->png.size() <= 700'000);
  REQUIRE(smaller);
  REQUIRE(smaller->picture);
  CHECK(smaller->picture->width < 1568);
  CHECK(smaller->picture->png.size() <= 20'000);
}

TEST_CASE("no window of another process is shown, whatever its title") {
  const Stage stage;
  const Fixture shown(stage, Toolkit::gtk3);
  Fixture closed(stage, Toolkit::gtk3);
  closed.send("close");
  Studio studio(stage.display());

  const auto shot = studio.shoot(subject_of(closed));

  REQUIRE(shot);
  CHECK_FALSE(shot->picture);
  CHECK_FALSE(shot->because.empty());
}

TEST_CASE("the dialog of an application is not its window") {
  const Stage stage({WindowManager::openbox});
  Fixture fixture(stage, Toolkit::gtk4);
  fixture.send("dialog");
  Studio studio(stage.display());

  const auto window = studio.shoot(subject_of(fixture));
  const auto dialog = studio.shoot(subject_of(fixture, "secondseat fixture dialog"));

  REQUIRE(window);
  REQUIRE(window->picture);
  REQUIRE(dialog);
  REQUIRE(dialog->picture);
  CHECK(dialog->picture->width < window->picture->width);
}

TEST_CASE("without a display there is a sentence and no failure") {
  Studio nowhere("");
  Studio wrong(":4711");

  const auto none = nowhere.shoot(Subject{});
  const auto unreachable = wrong.shoot(Subject{});

  REQUIRE(none);
  CHECK(none->because == "There is no picture because there is no X display in this session.");
  REQUIRE(unreachable);
  CHECK(unreachable->because == "There is no picture because the X display of this session cannot be reached.");
}

TEST_CASE("the X server's death is an error and not our end") {
  Stage stage;
  Fixture fixture(stage, Toolkit::gtk3);
  Studio studio(stage.display());
  const auto before = studio.shoot(subject_of(fixture));
  REQUIRE(before);
  const auto subject = subject_of(fixture);

  stage.end_x_server();
  const auto after = studio.shoot(subject);

  REQUIRE_FALSE(after);
  CHECK(after.error().code == ErrorCode::backend_lost);
}
