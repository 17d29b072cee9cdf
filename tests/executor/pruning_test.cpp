// What a state leaves out because another line says it already, and what it never leaves out. Each shape is one that a toolkit makes.
#include "catch.hpp"
#include "executor/state_text.hpp"

using namespace secondseat;
using namespace secondseat::executor;

namespace {

const std::string object = "\xEF\xBF\xBC";  // where a text embeds an element

Node node(int parent, std::string role, std::string name = {}) {
  Node made;
  made.parent = parent;
  made.role = std::move(role);
  made.name = std::move(name);
  made.states = {State::showing, State::enabled};
  return made;
}

Node button(int parent, std::string name = {}, std::string description = {}) {
  auto made = node(parent, "push button", std::move(name));
  made.description = std::move(description);
  made.actions = {"click"};
  made.states.set(State::focusable);
  return made;
}

Node text(int parent, std::string role, std::string content) {
  auto made = node(parent, std::move(role));
  made.text = std::move(content);
  return made;
}

Node entry(int parent, std::string name, std::string content = {}) {
  auto made = text(parent, "entry", std::move(content));
  made.name = std::move(name);
  made.states.set(State::editable);
  made.states.set(State::focusable);
  return made;
}

/// The lines below the window's own.
std::string listed(std::vector<Node> nodes) {
  Tree tree;
  tree.nodes = std::move(nodes);
  tree.nodes.insert(tree.nodes.begin(), node(-1, "frame", "W"));
  std::vector<int> ids;
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) ids.push_back(static_cast<int>(at));
  const auto whole = full_text(list_elements(tree, ids, ""));
  return whole.substr(whole.find('\n') + 1);
}

}  // namespace

TEST_CASE("A control without a name is called by the only label in it, however deep") {
  CHECK(listed({button(0, "", "Pi [Ctrl+P]"), node(1, "filler"), node(2, "label", "π")}) ==
        "  1 push button \"π\" — \"Pi [Ctrl+P]\"\n");
  CHECK(listed({button(0, "Undo"), node(1, "filler"), node(2, "label", "Undo")}) == "  1 push button \"Undo\"\n");
}

TEST_CASE("A name that only says its label twice is said once; a label of two equal words stays as it is") {
  CHECK(listed({button(0, "4 4"), node(1, "label", "4")}) == "  1 push button \"4\"\n");
  CHECK(listed({button(0, "Bora Bora"), node(1, "label", "Bora Bora")}) == "  1 push button \"Bora Bora\"\n");
}

TEST_CASE("Several labels in a control, or another one than its name, are all said") {
  CHECK(listed({button(0), node(1, "label", "Ada"), node(1, "label", "away")}) ==
        "  1 push button\n    2 label \"Ada\"\n    3 label \"away\"\n");
  CHECK(listed({button(0, "Call"), node(1, "label", "Ada")}) == "  1 push button \"Call\"\n    2 label \"Ada\"\n");
}

TEST_CASE("The label inside a text field's neighbour is that neighbour's, and never a field's content") {
  CHECK(listed({entry(0, "", ""), node(1, "label", "hint")}) == "  1 entry (editable)\n    2 label \"hint\"\n");
}

TEST_CASE("A shell around one control is one line with it, and loses no word") {
  // GTK 4's menu button: what can be pressed is inside.
  auto shell = node(0, "push button");
  shell.description = "Mode selection";
  CHECK(listed({shell, button(1, "Basic"), node(2, "label", "Basic")}) ==
        "  2 push button \"Basic\" — \"Mode selection\"\n");
  // LibreOffice's tool bar items, whose tooltip is on a panel.
  auto tip = node(0, "panel");
  tip.description = "Styles (Ctrl+Alt+2)";
  auto toggle = button(1);
  toggle.role = "toggle button";
  CHECK(listed({tip, toggle}) == "  2 toggle button — \"Styles (Ctrl+Alt+2)\"\n");
  // Both have something to say.
  tip.name = "Styles";
  toggle.name = "Show";
  CHECK(listed({tip, toggle}) == "  1 panel \"Styles\" — \"Styles (Ctrl+Alt+2)\"\n    2 toggle button \"Show\"\n");
}

TEST_CASE("GTK 4's choice and scroll bar are the control inside them, under the role of the outer") {
  CHECK(listed({node(0, "combo box", "Colour"), button(1), node(2, "label", "Red")}) ==
        "  2 combo box \"Colour\" = \"Red\"\n");
  auto range = node(1, "filler");
  range.value = NumericValue{3, 0, 376, 1};
  CHECK(listed({node(0, "scroll bar"), range}) == "  2 scroll bar value 3 (0–376)\n");
}

TEST_CASE("A shell that can be used itself, or holds several controls, stays") {
  auto panel = node(0, "panel", "Font");
  panel.actions = {"press"};
  CHECK(listed({panel, button(1)}) == "  1 panel \"Font\"\n    2 push button\n");
  CHECK(listed({node(0, "panel", "Size"), button(1, "+"), button(1, "-")}) ==
        "  1 panel \"Size\"\n    2 push button \"+\"\n    3 push button \"-\"\n");
}

TEST_CASE("Chromium's texts: what embeds others does not say them again, and they do not say it again") {
  CHECK(listed({text(0, "paragraph", "Fill in; " + object + " is below."), node(1, "static", "Fill in; "),
                button(1, "help"), node(3, "static", "help"), node(1, "static", " is below.")}) ==
        "  1 paragraph \"Fill in; … is below.\"\n    3 push button \"help\"\n");
  CHECK(listed({node(0, "heading", "Order"), node(1, "static", "Order")}) == "  1 heading \"Order\"\n");
  CHECK(listed({text(0, "paragraph", object + object), text(0, "static", " "), node(0, "label")}) == "");
}

TEST_CASE("A letter that begins like what stands for an element is not cut") {
  CHECK(listed({text(0, "paragraph", object + " \xEF\xBD\x9E" + object + "\xEF\xBD\x9E \n" + object)}) ==
        "  1 paragraph \"\xEF\xBD\x9E…\xEF\xBD\x9E\"\n");
}

TEST_CASE("Searching texts ends at a bound; what was not searched for is told") {
  std::vector<Node> nodes{text(0, "paragraph", std::string(2040, 'a'))};
  for (int at = 0; at < 20; ++at) nodes.push_back(node(1, "static", std::string(1000, 'a')));
  CHECK(listed(nodes).find("static") == std::string::npos);
  nodes.resize(4000, nodes.back());
  CHECK(listed(nodes).find("static") != std::string::npos);
}

TEST_CASE("A label beside or around the control that it names is said as that control's name") {
  CHECK(listed({text(0, "label", "Name " + object), node(1, "static", "Name "), entry(1, "Name", "Ada")}) ==
        "  3 entry \"Name\" (editable) = \"Ada\"\n");
  CHECK(listed({node(0, "label", "E-mail"), entry(0, "E-mail")}) == "  2 entry \"E-mail\" (editable)\n");
  CHECK(listed({node(0, "label", "E-mail"), entry(0, "")}) == "  1 label \"E-mail\"\n  2 entry (editable)\n");
}

TEST_CASE("What a user writes is shown as it is, also where it looks like something embedded") {
  CHECK(listed({entry(0, "Notes", "a " + object)}) == "  1 entry \"Notes\" (editable) = \"a " + object + "\"\n");
}

TEST_CASE("The window's own title is not said again by what it consists of") {
  CHECK(listed({node(0, "root pane", "W"), button(1, "OK")}) == "  2 push button \"OK\"\n");
  CHECK(listed({node(0, "label", "W")}) == "  1 label \"W\"\n");
}

TEST_CASE("Actions that a toolkit gives to each element are not listed with each") {
  auto of_chromium = button(0, "Send");
  of_chromium.actions = {"press", "showContextMenu"};
  auto of_qt = button(0, "7");
  of_qt.actions = {"Press", "SetFocus"};
  auto panel = node(0, "panel");
  panel.actions = {"doDefault", "showContextMenu"};
  auto slider = button(0, "Speed");
  slider.actions = {"showContextMenu", "decrement", "increment"};
  CHECK(listed({of_chromium, of_qt, panel, slider}) ==
        "  1 push button \"Send\"\n  2 push button \"7\"\n  4 push button \"Speed\" [decrement, increment]\n");
}

TEST_CASE("A value between 0 and 1 of what is pressed, and separators, say nothing") {
  auto save = button(0, "Save");
  save.value = NumericValue{0, 0, 1, 0};
  auto line = node(0, "separator");
  line.value = NumericValue{0, 0, 1, 0};
  auto of_office = button(0);
  of_office.role = "separator";
  of_office.states = {State::showing, State::focusable};
  auto splitter = node(0, "separator");
  splitter.value = NumericValue{40, 0, 100, 1};
  auto opacity = node(0, "slider", "Opacity");
  opacity.value = NumericValue{1, 0, 1, 0};
  CHECK(listed({save, line, of_office, splitter, opacity}) ==
        "  1 push button \"Save\"\n  4 separator value 40 (0–100)\n  5 slider \"Opacity\" value 1 (0–1)\n");
}

TEST_CASE("A description or a text that repeats name, role or value is not said") {
  auto menu = node(0, "menu", "File");
  menu.description = "File menu";
  auto slider = node(0, "slider", "Level");
  slider.value = NumericValue{20, 0, 100, 1};
  slider.description = "20";
  auto spin = node(0, "spin button", "Amount");
  spin.value = NumericValue{3, 1, 9, 1};
  spin.text = "3";
  CHECK(listed({menu, slider, spin}) ==
        "  1 menu \"File\"\n  2 slider \"Level\" value 20 (0–100)\n  3 spin button \"Amount\" value 3 (1–9)\n");
}

TEST_CASE("Pages without visible tabs are told without tabs") {
  auto list = node(0, "page tab list");
  list.children = 1;
  auto tab = node(1, "page tab");
  tab.states.set(State::selected);
  CHECK(listed({list, tab, text(2, "text", "x")}) == "  3 text \"x\"\n");
  tab.bounds = {0, 0, 20, 20};
  CHECK(listed({list, tab}) == "  1 page tab list\n    2 page tab (selected)\n");
  tab.name = "General";
  tab.bounds = {};
  CHECK(listed({list, tab}) == "  1 page tab list\n    2 page tab \"General\" (selected)\n");
}

TEST_CASE("Blanks around a name are not told, and a window's text is what it holds beside its elements") {
  Tree tree;
  tree.nodes = {text(-1, "frame", object), button(0, "Find      ")};
  CHECK(full_text(list_elements(tree, {0, 1}, "")) == "0 frame\n  1 push button \"Find\"\n");
}

TEST_CASE("What is waited for may be what a line says, and what one says that is not told") {
  Tree tree;
  tree.nodes = {node(-1, "frame", "W"), node(0, "combo box", "Colour"), button(1), node(2, "label", "Red")};
  CHECK(any_line_holds(tree, "combo box \"Colour\" = \"Red\""));
  CHECK(any_line_holds(tree, "label \"Red\""));
  CHECK_FALSE(any_line_holds(tree, "Green"));
}

TEST_CASE("The name of a class is no name of a container") {
  CHECK(listed({node(0, "filler", "HistoryView"), node(0, "filler", "AdwGizmo"), node(0, "filler", "Tools")}) ==
        "  3 filler \"Tools\"\n");
}

TEST_CASE("What has the focus, can be used or holds text is never left out") {
  auto focused = node(0, "panel");
  focused.states.set(State::focused);
  auto label = node(0, "label");
  label.states.set(State::focused);
  auto paragraph = node(0, "paragraph");
  paragraph.states.set(State::editable);
  CHECK(listed({focused, label, paragraph, text(0, "text", "x")}) ==
        "  1 panel (focused)\n  2 label (focused)\n  3 paragraph (editable)\n  4 text \"x\"\n");
}
