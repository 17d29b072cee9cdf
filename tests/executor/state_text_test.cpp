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

TEST_CASE("What is left out is counted, by the reason") {
  Tree tree;
  tree.nodes = {node(-1, "frame", "Notes"), node(0, "list", "Rows"), node(1, "list item", "fifth")};
  CHECK(left_out_text(tree, {}).empty());
  tree.nodes[1].children = 100;
  tree.nodes[2].index_in_parent = 5;
  tree.not_showing = 120;
  CHECK(left_out_text(tree, {}) ==
        "… 120 more elements not listed: 5 rows above row 5, 94 rows below row 5, 21 off screen\n");
  tree.over_bound = 3;
  CHECK(left_out_text(tree, {{}, 7}) ==
        "… 130 more elements not listed: 5 rows above row 5, 94 rows below row 5, 21 off "
        "screen, 3 beyond the bound on elements, 7 beyond the bound on text\n");
}

TEST_CASE("Rows of several lists are counted together, and never more than what is off screen") {
  Tree tree;
  tree.nodes = {node(-1, "frame", "Notes"), node(0, "list", "Left"), node(1, "list item", "a"),
                node(0, "list", "Right"), node(3, "list item", "b")};
  for (const std::size_t list : {1U, 3U}) tree.nodes[list].children = 10;
  for (const std::size_t row : {2U, 4U}) tree.nodes[row].index_in_parent = 0;
  tree.not_showing = 18;
  CHECK(left_out_text(tree, {}) == "… 18 more elements not listed: 18 rows below those listed\n");
  tree.not_showing = 4;  // an application that claims more children than it has
  CHECK(left_out_text(tree, {}) == "… 4 more elements not listed: 4 off screen\n");
}

TEST_CASE("The innermost element that has the focus is named by its number") {
  Tree tree;
  tree.nodes = {node(-1, "frame", "Notes"), node(0, "panel", "Find"), node(1, "text", "Words"), node(0, "label", "")};
  const std::vector<int> ids{0, 4, 9, 11};
  CHECK(focus_text(tree, ids).empty());
  tree.nodes[1].states.set(State::focused);
  CHECK(focus_text(tree, ids) == "focus: element 4\n");
  tree.nodes[2].states.set(State::focused);
  CHECK(focus_text(tree, ids) == "focus: element 9\n");
}

TEST_CASE("The diff has a line for what changed, came and went") {
  const std::vector<StateLine> before{{0, 0, "frame"}, {1, 1, "text \"a\""}, {2, 1, "label"}};
  const std::vector<StateLine> after{{0, 0, "frame"}, {1, 1, "text \"b\""}, {3, 1, "push button"}};
  CHECK(diff_text(before, after) == "~ 1 text \"b\"\n+ 3 push button\n- 2 label\n");
  CHECK(diff_text(after, after).empty());
}
