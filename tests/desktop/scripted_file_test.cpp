#include "desktop/scripted/world_file.hpp"

#include <string>

#include "catch.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "desktop/scripted/world_reading.hpp"

using namespace secondseat;
using namespace secondseat::scripted;

namespace {

std::string element(const std::string& members) {
  return R"({"applications":[{"id":"a","windows":[{"id":"w","title":"W","elements":[{)" + members + "}]}]}]}";
}

std::string mistake_in(const std::string& text) {
  const auto world = parse_world(text);
  return world ? "none" : world.error().message;
}

}  // namespace

TEST_CASE("the example file is the notes world") {
  auto world = load_world(SS_SOURCE_DIR "/docs/examples/notes.json");

  REQUIRE(world);
  auto made = notes_world();
  const auto* const from_file = world->window("notes", "main");
  const auto* const from_code = made.window("notes", "main");
  const auto read = tree_of(*world->application("notes"), *from_file, ReadWindow{});
  const auto built = tree_of(*made.application("notes"), *from_code, ReadWindow{});
  REQUIRE(read.nodes.size() == built.nodes.size());
  for (std::size_t i = 0; i < read.nodes.size(); ++i) {
    CHECK(read.nodes[i].ref == built.nodes[i].ref);
    CHECK(read.nodes[i].role == built.nodes[i].role);
    CHECK(read.nodes[i].states == built.nodes[i].states);
    CHECK(read.nodes[i].actions == built.nodes[i].actions);
  }
}

TEST_CASE("a mistake in a world file is named with its place") {
  const std::string in_element = "applications[0].windows[0].elements[0]";

  CHECK(mistake_in("[]") == "the whole text: must be an object");
  CHECK(mistake_in(R"({"aps":[]})") == "aps: there is no such key");
  CHECK(mistake_in(R"({"applications":[7]})") == "applications[0]: must be an object");
  CHECK(mistake_in(element(R"("name":7)")) == in_element + ".name: must be a string");
  CHECK(mistake_in(element(R"("states":["shiny"])")) == in_element + R"(.states: "shiny" is not a state)");
  CHECK(mistake_in(element(R"("bounds":[1,2])")) == in_element + ".bounds: must be [x, y, width, height]");
  CHECK(mistake_in(element(R"("max_length":1e99)")) == in_element + ".max_length: must be a whole number of 32 bits");
  CHECK(mistake_in(element(R"("role":"push button","on":{"press":[{"do":"fly"}]})")) ==
        in_element + R"(.on.press[0].do: "fly" is not one of the words known here)");
}

TEST_CASE("parts that do not fit together are named") {
  CHECK(mistake_in(element(R"("id":"x","role":"push button","on":{"press":[{"do":"count","target":"y"}]})")) ==
        R"(application "a", element "x", on "press": there is no element "y")");
  CHECK(mistake_in(element(R"("id":"x","on":{"jump":[]})")) == "none");
  CHECK(mistake_in(element(R"("id":"x","on":{"jump":[{"do":"quit"}]})")) ==
        R"(application "a", element "x", on "jump": the element has no such action)");
  CHECK(mistake_in(element(R"("id":"x","children":[{"id":"x"}])")) ==
        R"(application "a", element "x": this id comes twice)");
  CHECK(mistake_in(element(R"("id":"1")")) ==
        R"(application "a", element "1": an id is a letter, then letters, digits, '-' and '_')");
  CHECK(mistake_in(R"({"applications":[{"id":"a","pid":1},{"id":"b","pid":1}]})") ==
        R"(application "b": another application has this pid)");
}

TEST_CASE("a world file that is missing, too large or no file is an error") {
  CHECK_FALSE(load_world("/nonexistent/world.json"));
  CHECK_FALSE(load_world("/dev/zero"));
  CHECK_FALSE(load_world("/"));
  CHECK_FALSE(parse_world(std::string(std::size_t{2} << 20U, ' ')));
}
