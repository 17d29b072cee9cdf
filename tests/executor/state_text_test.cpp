#include "executor/state_text.hpp"

#include "catch.hpp"

using namespace secondseat;
using namespace secondseat::executor;

namespace {

Node node(int parent, std::string role, std::string name) {
  Node made;
  made.parent = parent;
  made.role = std::move(role);
  made.name = std::move(name);
  made.states = {State::showing, State::enabled};
  return made;
}

std::string listed(const Tree& tree, std::string_view query = "") {
  std::vector<int> ids;
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) ids.push_back(static_cast<int>(at));
  return full_text(list_elements(tree, ids, query));
}

}  // namespace

TEST_CASE("One indented line an element; containers that say nothing are left out") {
  Tree tree;
  tree.nodes = {node(-1, "frame", "Notes"), node(0, "filler", ""), node(1, "push button", "Save"),
                node(2, "label", "Save")};
  tree.nodes[2].actions = {"press", "show menu", "clipboard.cut"};
  CHECK(listed(tree) == "0 frame \"Notes\"\n  2 push button \"Save\" [show menu]\n");
}

TEST_CASE("Rule 11: what an application writes stays on its line, inside its quotes") {
  Tree tree;
  tree.nodes = {node(-1, "frame", "a\"\n9 push button \"Fake\"\xE2\x80\xAE\xE2\x80\xA8\xff")};
  const auto text = listed(tree);
  CHECK(std::count(text.begin(), text.end(), '\n') == 1);
  CHECK(text.find("\\n9 push button \\\"Fake\\\"") != std::string::npos);
  CHECK(text.find("\xE2\x80\xAE") == std::string::npos);
}

TEST_CASE("Rows that are not listed are counted, and long texts are bounded") {
  Tree tree;
  tree.nodes = {node(-1, "list", "Rows")};
  tree.nodes[0].children = 2000;
  for (int row = 0; row < 20; ++row) {
    tree.nodes.push_back(node(0, "list item", "row " + std::to_string(row)));
    tree.nodes.back().index_in_parent = row;
  }
  CHECK(listed(tree).find("(rows 0–19 of 2000)") != std::string::npos);
  tree.nodes.resize(1);
  for (int row = 0; row < 100; ++row) tree.nodes.push_back(node(0, "list item", std::string(3000, 'x')));
  CHECK(listed(tree).size() <= 80'000);
}

TEST_CASE("The diff has a line for what changed, came and went") {
  const std::vector<StateLine> before{{0, 0, "frame"}, {1, 1, "text \"a\""}, {2, 1, "label"}};
  const std::vector<StateLine> after{{0, 0, "frame"}, {1, 1, "text \"b\""}, {3, 1, "push button"}};
  CHECK(diff_text(before, after) == "~ 1 text \"b\"\n+ 3 push button\n- 2 label\n");
  CHECK(diff_text(after, after).empty());
}
