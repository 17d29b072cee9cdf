#include "executor/element_ids.hpp"

#include "catch.hpp"

using namespace secondseat;
using executor::ElementIds;

namespace {

Node node(std::string ref, std::string name) {
  Node made;
  made.ref.text = std::move(ref);
  made.role = "push button";
  made.name = std::move(name);
  return made;
}

Tree tree(std::vector<Node> nodes) {
  Tree made;
  made.nodes = std::move(nodes);
  return made;
}

}  // namespace

TEST_CASE("An element keeps its id wherever it moves, and new ones continue after the maximum") {
  ElementIds ids;
  CHECK(ids.assign(tree({node("a", "A"), node("b", "B")})) == std::vector{0, 1});
  CHECK(ids.assign(tree({node("c", "C"), node("b", "B"), node("a", "renamed")})) == std::vector{2, 1, 0});
}

TEST_CASE("Ids are never used again, and an element that comes back has its own") {
  ElementIds ids;
  ids.assign(tree({node("a", "A"), node("b", "B")}));
  CHECK(ids.assign(tree({node("a", "A")})) == std::vector{0});
  CHECK(ids.assign(tree({node("a", "A"), node("c", "C")})) == std::vector{0, 2});
  CHECK(ids.assign(tree({node("a", "A"), node("b", "B")})) == std::vector{0, 1});
}

TEST_CASE("A reborn element is the same only if nothing else could be meant") {
  ElementIds ids;
  ids.assign(tree({node("a", "Save"), node("b", "Row"), node("c", "Row")}));
  CHECK(ids.assign(tree({node("x", "Save"), node("y", "Row"), node("z", "Row")})) == std::vector{0, 3, 4});
}

TEST_CASE("A reference with another role is another element") {
  ElementIds ids;
  ids.assign(tree({node("a", "A")}));
  auto changed = node("a", "A");
  changed.role = "label";
  CHECK(ids.assign(tree({changed})) == std::vector{1});
}
