// What only the pointer or the keyboard can do, in real toolkits: the whole way, counted by the application that it reached.
#include "catch.hpp"
#include "desktop/asking.hpp"
#include "desktop/bystander.hpp"
#include "desktop/fixture.hpp"
#include "desktop/mcp_process.hpp"
#include "desktop/tool_arguments.hpp"

using namespace secondseat;
using namespace secondseat::stage;
using Json = nlohmann::json;

namespace {

struct Scene {
  explicit Scene(Toolkit toolkit) : fixture(stage, toolkit), agent(stage) {}

  std::string read() { return text_of(agent.call("get_app_state", quick_read(fixture))); }
  std::string act(const std::string& tool, Json arguments) {
    auto answer = text_of(agent.call(tool, std::move(arguments)));
    UNSCOPED_INFO(tool << ": " << answer);
    return answer;
  }
  /// On the element of the state as it is now.
  std::string act_on(const std::string& tool, const std::string& role, const std::string& name, const Json& own) {
    auto arguments = on_element(fixture, read(), role, name);
    arguments.update(own);
    return act(tool, std::move(arguments));
  }
  std::string press(const std::string& keys) {
    auto arguments = app(fixture);
    arguments["state"] = state_in(read());
    arguments["key"] = keys;
    return act("press_key", std::move(arguments));
  }
  /// The middle of an element, in the window, as a second reader of the tree knows it.
  Point middle_of(const std::string& role, const std::string& name) {
    Asking asking(stage);
    for (const auto& node : asking.tree(asking.only_window_of(fixture.pid())).nodes)
      if (node.role == role && node.name == name)
        return {node.bounds.x + node.bounds.width / 2, node.bounds.y + node.bounds.height / 2};
    throw std::runtime_error("no such element");
  }

  Stage stage;
  Fixture fixture;
  McpProcess agent;
};

Json with(const char* name, Json value) {
  auto own = Json::object();
  own[name] = std::move(value);
  return own;
}

}  // namespace

TEST_CASE("A row of a list is clicked once, and it is the one that was named") {
  Scene at(GENERATE(Toolkit::gtk3, Toolkit::gtk4));
  const auto answer = at.act_on("click", "list item", "Row 3", Json::object());
  CHECK(answer.starts_with("outcome: confirmed · evidence: tree_delta · route: pointer"));
  CHECK(at.fixture.value("rows_list") == "Row 3");
  CHECK(at.fixture.counter("rows_list.activated") == 1);
}

TEST_CASE("A pixel of the screenshot is pressed where it shows something, and not once the window has moved") {
  Scene at(GENERATE(Toolkit::gtk3, Toolkit::gtk4));
  auto arguments = app(at.fixture);
  const auto seen = text_of(at.agent.call("get_app_state", arguments));
  const auto place = at.middle_of("push button", "Count");
  arguments["state"] = state_in(seen);
  arguments["x"] = place.x;
  arguments["y"] = place.y;
  CHECK(at.act("click", arguments).find("route: pointer") != std::string::npos);
  CHECK(at.fixture.counter("count_button.clicked") == 1);

  const auto again = text_of(at.agent.call("get_app_state", app(at.fixture)));
  Bystander bystander(at.stage);
  bystander.move(bystander.window_titled("secondseat fixture"), 60, 40);
  arguments["state"] = state_in(again);
  CHECK(at.act("click", arguments).starts_with("outcome: refused"));
  CHECK(at.fixture.counter("count_button.clicked") == 1);
}

TEST_CASE("Text is typed at the caret, again and again, and what has keys in it is typed with them") {
  Scene at(GENERATE(Toolkit::gtk3, Toolkit::gtk4));
  CHECK(at.act_on("type_text", "text", "Name", with("text", "Ada")).starts_with("outcome: confirmed"));
  CHECK(at.act_on("type_text", "text", "Name", with("text", " Lovelace")).starts_with("outcome: confirmed"));
  CHECK(at.fixture.value("name_entry") == "Ada Lovelace");
  CHECK(at.fixture.counter("name_entry.activated") == 0);
  const auto submitted = at.act_on("type_text", "text", "Name", with("text", "!\n"));
  CHECK(submitted.find("route: keyboard") != std::string::npos);
  CHECK(at.fixture.value("name_entry") == "Ada Lovelace!");
  CHECK(at.fixture.counter("name_entry.activated") == 1);
}

TEST_CASE("Keys go to what has the focus") {
  Scene at(GENERATE(Toolkit::gtk3, Toolkit::gtk4));
  CHECK(at.act_on("click", "text", "Name", Json::object()).find("evidence: focus") != std::string::npos);
  at.press("A");
  at.press("d");
  at.press("a");
  CHECK(at.fixture.value("name_entry") == "Ada");
  at.press("Return");
  CHECK(at.fixture.counter("name_entry.activated") == 1);
  at.press("ctrl+a");
  const auto deleted = at.press("Delete");
  CHECK(deleted.find("route: keyboard") != std::string::npos);
  CHECK(at.fixture.value("name_entry") == "");
}

TEST_CASE("A list scrolls by pages, and the answer says how far") {
  Scene at(GENERATE(Toolkit::gtk3, Toolkit::gtk4));
  const auto before = at.read();
  CHECK(before.find("\"Row 0\"") != std::string::npos);
  const auto answer = at.act_on("scroll", "list item", "Row 3", with("direction", "down"));
  CHECK(answer.starts_with("outcome: confirmed"));
  const auto after = at.read();
  CHECK(after.find("\"Row 0\"") == std::string::npos);
  auto arguments = app(at.fixture);
  arguments["state"] = state_in(after);
  arguments["direction"] = "up";
  arguments["pages"] = 3;
  CHECK(at.act("scroll", arguments).starts_with("outcome: "));
  CHECK(at.fixture.counter("rows_list.selected") == 0);
}

TEST_CASE("Two clicks are two clicks, however soon the second comes") {
  Scene at(GENERATE(Toolkit::gtk3, Toolkit::gtk4));
  at.act_on("click", "list item", "Row 3", Json::object());
  at.act_on("click", "list item", "Row 3", Json::object());
  CHECK(at.fixture.counter("rows_list.activated") == 2);
}

TEST_CASE("A drag moves what it holds") {
  Scene at(GENERATE(Toolkit::gtk3, Toolkit::gtk4));
  const auto text = at.read();
  auto arguments = app(at.fixture);
  arguments["state"] = state_in(text);
  arguments["from_element"] = element_in(text, "slider", "Level");
  arguments["to_element"] = element_in(text, "spin button", "Amount");
  const auto answer = at.act("drag", arguments);
  CHECK(answer.find("route: pointer") != std::string::npos);
  CHECK(at.fixture.counter("level_slider.changed") >= 1);
}

TEST_CASE("Rule 1: a window of somebody else in front of the place is never pressed") {
  Scene at(GENERATE(Toolkit::gtk3, Toolkit::gtk4));
  const auto text = at.read();
  Bystander bystander(at.stage);
  bystander.cover(
      bystander.place_of(bystander.window_titled("secondseat fixture")));  // and no window manager puts it away
  const auto answer = at.act("click", on_element(at.fixture, text, "list item", "Row 3"));
  CHECK(answer.find("outcome: ") == 0);
  CHECK(bystander.pressed() == 0);
}
