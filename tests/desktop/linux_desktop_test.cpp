// Tree and picture together, from real applications.
#include <algorithm>

#include <asio/co_spawn.hpp>
#include <asio/io_context.hpp>

#include "async/clock.hpp"
#include "catch.hpp"
#include "desktop/fixture.hpp"
#include "desktop/linux/linux_desktop.hpp"

using namespace secondseat;
using namespace secondseat::stage;

namespace {

/// Reads the only window of the process, as one who has just connected.
Result<WindowContent> read_window_of(const Stage& stage, pid_t pid, std::string display) {
  const async::SystemClock now;
  async::SystemClock clock;
  asio::io_context io{1};
  const auto desktop =
      desktop::open_linux_desktop(io.get_executor(), clock, {stage.session_bus_address(), std::move(display)});
  const auto deadline = Deadline::after(now, std::chrono::seconds{20});
  Result<WindowContent> content;
  auto work = [&]() -> Task<void> {
    const auto running = co_await desktop->applications(deadline);
    REQUIRE(running);
    const auto wanted =
        std::find_if(running->begin(), running->end(), [pid](const auto& each) { return each.pid == pid; });
    REQUIRE(wanted != running->end());
    REQUIRE(wanted->windows.size() == 1);
    ReadWindow request;
    request.application = wanted->ref;
    request.window = wanted->windows.front().ref;
    content = co_await desktop->read(std::move(request), deadline);
    co_await desktop->close();
  };
  auto rethrow = [](std::exception_ptr failure) {
    if (failure) std::rethrow_exception(failure);
  };
  asio::co_spawn(io, work, rethrow);
  io.run();
  return content;
}

}  // namespace

TEST_CASE("a GTK 3 window is read with its picture") {
  const Stage stage;
  Fixture fixture(stage, Toolkit::gtk3);
  fixture.send("resize 960 720");

  const auto content = read_window_of(stage, fixture.pid(), stage.display());

  REQUIRE(content);
  CHECK(content->window.title == "secondseat fixture");
  CHECK(content->tree.nodes.size() > 20);
  INFO(content->no_picture_because);
  REQUIRE(content->picture);
  CHECK(content->picture->width == 960);
}

TEST_CASE("a GTK 4 window is read with its picture") {
  const Stage stage({WindowManager::openbox});
  const Fixture fixture(stage, Toolkit::gtk4);

  const auto content = read_window_of(stage, fixture.pid(), stage.display());

  REQUIRE(content);
  CHECK(content->tree.nodes.size() > 20);
  INFO(content->no_picture_because);
  CHECK(content->picture);
}

TEST_CASE("a minimised window is read, and known to be minimised") {
  const Stage stage({WindowManager::openbox});
  Fixture fixture(stage, Toolkit::gtk3);
  fixture.send("minimise");

  const auto content = read_window_of(stage, fixture.pid(), stage.display());

  REQUIRE(content);
  CHECK(content->window.minimised);
  CHECK_FALSE(content->picture);
  CHECK(content->no_picture_because == "The window is minimised, and a minimised window has no picture.");
}

TEST_CASE("a session without a display is read all the same") {
  const Stage stage;
  const Fixture fixture(stage, Toolkit::gtk3);

  const auto content = read_window_of(stage, fixture.pid(), "");

  REQUIRE(content);
  CHECK(content->tree.nodes.size() > 20);
  CHECK(content->no_picture_because == "There is no picture because there is no X display in this session.");
}
