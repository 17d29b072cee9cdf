// Between the read and the action the application changes. What was meant is hit or nothing is; the application is the witness.
#include <memory>

#include "catch.hpp"
#include "desktop/fixture.hpp"
#include "desktop/mcp_process.hpp"
#include "desktop/tool_arguments.hpp"

using namespace secondseat::stage;

namespace {

constexpr int repetitions = 25;  // with each of the two toolkits
constexpr int restarts = 12;     // likewise; a start takes a second where both cores are busy

/// A fixture that is read, changed and then acted on.
class Race {
 public:
  explicit Race(Toolkit toolkit, const std::vector<std::string>& options = {})
      : fixture(stage, toolkit, options), agent(stage) {}

  std::string read() { return text_of(agent.call("get_app_state", quick_read(fixture))); }
  std::string click(const std::string& text, const std::string& role, const std::string& name) {
    return text_of(agent.call("click", on_element(fixture, text, role, name)));
  }

  const Stage stage;
  Fixture fixture;
  McpProcess agent;
};

}  // namespace

TEST_CASE("Two buttons swapped: the one that was named is pressed") {
  Race race(GENERATE(Toolkit::gtk3, Toolkit::gtk4));
  int left = 0;
  for (int round = 0; round < repetitions; ++round) {
    const auto text = race.read();
    race.fixture.send("swap");
    const auto answer = race.click(text, "push button", "Left");
    CAPTURE(round, answer);
    const bool was_sent = answer.starts_with("outcome: confirmed") || answer.starts_with("outcome: unverified");
    REQUIRE((was_sent || answer.starts_with("outcome: refused")));
    if (was_sent) race.fixture.wait_for_counter("left_button.clicked", ++left);
    REQUIRE(race.fixture.counter("left_button.clicked") == left);
    REQUIRE(race.fixture.counter("right_button.clicked") == 0);
  }
  CHECK(left > 0);
}

TEST_CASE("A button that says something else now is not pressed") {
  Race race(GENERATE(Toolkit::gtk3, Toolkit::gtk4));
  std::string name = "Count";
  for (int round = 0; round < repetitions; ++round) {
    const auto text = race.read();
    const auto next = "Delete " + std::to_string(round);
    race.fixture.send("relabel count_button " + next);
    const auto answer = race.click(text, "push button", name);
    CAPTURE(round, answer);
    REQUIRE(answer.starts_with("outcome: refused"));
    REQUIRE(race.fixture.counter("count_button.clicked") == 0);
    name = next;
  }
}

TEST_CASE("A list that was sorted anew: no other row than the one that was named is pressed") {
  Race race(GENERATE(Toolkit::gtk3, Toolkit::gtk4), {"--rows", "5"});
  int pressed = 0;
  for (int round = 0; round < repetitions; ++round) {
    const std::string name = round % 2 == 0 ? "Row 1" : "Row 2";  // the one in the middle stays where it is
    const auto text = race.read();
    race.fixture.send("reorder");
    const auto answer = race.click(text, "list item", name);
    CAPTURE(round, name, answer);
    const bool was_sent = answer.starts_with("outcome: confirmed") || answer.starts_with("outcome: unverified");
    REQUIRE((was_sent || answer.starts_with("outcome: refused")));
    if (was_sent) race.fixture.wait_for_counter("rows_list.activated", ++pressed);
    REQUIRE(race.fixture.counter("rows_list.activated") == pressed);
    if (was_sent) REQUIRE(race.fixture.value("rows_list") == name);
  }
  CHECK(pressed > 0);
}

TEST_CASE("A window that was destroyed and made anew is refused") {
  Race race(GENERATE(Toolkit::gtk3, Toolkit::gtk4));
  for (int round = 0; round < repetitions; ++round) {
    const auto text = race.read();
    race.fixture.send("recreate");
    const auto answer = race.click(text, "push button", "Count");
    CAPTURE(round, answer);
    REQUIRE(answer.starts_with("outcome: refused"));
    REQUIRE(race.fixture.counter("count_button.clicked") == 0);
  }
}

TEST_CASE("An application that was started anew does not get what was meant for the one before") {
  const auto toolkit = GENERATE(Toolkit::gtk3, Toolkit::gtk4);
  const Stage stage;
  McpProcess agent(stage);
  auto running = std::make_unique<Fixture>(stage, toolkit);
  for (int round = 0; round < restarts; ++round) {
    const auto text = text_of(agent.call("get_app_state", quick_read(*running)));
    auto meant_for_the_old_one = on_element(*running, text, "push button", "Count");
    running.reset();
    running = std::make_unique<Fixture>(stage, toolkit);
    meant_for_the_old_one["app"] = app(*running)["app"];
    const auto answer = text_of(agent.call("click", meant_for_the_old_one));
    CAPTURE(round, answer);
    REQUIRE(answer.starts_with("outcome: refused"));
    REQUIRE(running->untouched());
  }
}
