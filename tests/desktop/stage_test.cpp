// The harness proves itself: what the end-to-end tests rest on.
#include <chrono>
#include <csignal>

#include "catch.hpp"
#include "desktop/fixture.hpp"

using namespace secondseat::stage;

TEST_CASE("a fixture on a fresh stage has counted nothing") {
  const Stage stage;

  const Fixture gtk3(stage, Toolkit::gtk3);

  CHECK(gtk3.untouched());
  CHECK(gtk3.counter("count_button.clicked") == 0);
  CHECK(gtk3.value("read_only_entry") == "fixed");
}

TEST_CASE("both toolkits obey commands on one stage") {
  const Stage stage({WindowManager::openbox});
  Fixture gtk3(stage, Toolkit::gtk3);
  Fixture gtk4(stage, Toolkit::gtk4);

  gtk3.send("minimise");
  gtk4.send("dialog");
  gtk4.wait_for_counter("dialog.opened", 1);

  CHECK(gtk3.untouched());
  CHECK(gtk4.counter("dialog.opened") == 1);
}

TEST_CASE("a frozen fixture goes on where it was") {
  const Stage stage;
  Fixture fixture(stage, Toolkit::gtk3, {"--rows", "10"});

  { const Frozen frozen(fixture); }
  fixture.send("swap");

  CHECK(fixture.table().at("commands") == 1);
}

TEST_CASE("a fixture that dies is seen to") {
  const Stage stage;
  Fixture fixture(stage, Toolkit::gtk3, {"--rows", "10"});

  fixture.send("die");
  const auto status = fixture.process().wait_for(std::chrono::seconds{5});

  REQUIRE(status);
  CHECK(status->signal == SIGKILL);
}
