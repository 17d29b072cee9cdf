#include "executor/pruning.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "executor/node_roles.hpp"
#include "executor/told_words.hpp"

namespace secondseat::executor {
namespace {

class Pruning {
 public:
  explicit Pruning(const Tree& tree) : nodes_(tree.nodes), told_(nodes_.size(), true) {}

  Pruned run() {
    leave_out_what_says_nothing();
    leave_out_unseen_tabs();
    name_controls_by_their_labels();
    leave_out_what_was_said_above();
    fold_shells();
    leave_out_labels_beside_their_controls();
    return {std::move(nodes_), std::move(told_)};
  }

 private:
  struct Inside {
    int count = 0;  ///< told elements below this one
    int only = -1;  ///< the only one
  };

  Node& at(int index) { return nodes_[static_cast<std::size_t>(index)]; }
  bool told(int index) const { return told_[static_cast<std::size_t>(index)]; }
  void leave_out(int index) { told_[static_cast<std::size_t>(index)] = false; }
  int size() const { return static_cast<int>(nodes_.size()); }

  /// Children follow their parents, so one way back through the tree sums up what is below.
  std::vector<Inside> insides() const {
    std::vector<Inside> all(nodes_.size());
    for (auto index = nodes_.size(); index-- > 1;) {
      const auto& own = all[index];
      auto& above = all[static_cast<std::size_t>(std::max(nodes_[index].parent, 0))];
      above.count += own.count + (told_[index] ? 1 : 0);
      above.only = told_[index] ? static_cast<int>(index) : std::max(above.only, own.only);
    }
    return all;
  }

  /// The nearest told element around it, but not the window: what that says is its title.
  int told_above(int index) {
    auto above = at(index).parent;
    while (above > 0 && !told(above)) above = at(above).parent;
    return above;
  }

  void leave_out_what_says_nothing() {
    for (auto& node : nodes_) use_told_words(node);
    for (int index = 1; index < size(); ++index) {
      auto& node = at(index);
      if (node.role == "root pane" && node.name == at(0).name) node.name.clear();
      if (only_arranges(node)) leave_out(index);
    }
  }

  // GTK 3 has a tab for each page, also where none is to be seen.
  void leave_out_unseen_tabs() {
    std::vector<bool> has_tabs(nodes_.size(), false);
    for (int index = 1; index < size(); ++index) {
      const auto& node = at(index);
      if (node.role != "page tab") continue;
      const bool unseen = words_of(node).empty() && node.description.empty() && node.bounds == Rect{} &&
                          !node.states.has(State::focused) && !acts(node);
      if (unseen) leave_out(index);
      if (!unseen) has_tabs[static_cast<std::size_t>(node.parent)] = true;
    }
    for (int index = 1; index < size(); ++index) {
      const auto& node = at(index);
      const bool empty =
          node.role == "page tab list" && node.children > 0 && !has_tabs[static_cast<std::size_t>(index)];
      if (empty && words_of(node).empty() && !node.states.has(State::focused)) leave_out(index);
    }
  }

  bool is_plain_label(int index) {
    const auto& node = at(index);
    return only_labels(node) && !node.states.has(State::focused) && !acts(node) && secondary_actions(node).empty();
  }

  // GTK 4 makes a button's name from the label in it, and where that is also its description, says it twice.
  void name_controls_by_their_labels() {
    const auto inside = insides();
    for (int index = 1; index < size(); ++index) {
      const auto [count, label] = inside[static_cast<std::size_t>(index)];
      auto& control = at(index);
      if (count != 1 || !told(index) || !can_be_used(control) || holds_text(control) || !is_plain_label(label))
        continue;
      const auto says = words_of(at(label));
      if (says.empty() || (!control.name.empty() && control.name != says && control.name != says + ' ' + says))
        continue;
      control.name = says;
      leave_out(label);
    }
  }

  bool says_again(int index, const Node& above) {
    const auto says = words_of(at(index));
    if (says.empty()) return can_be_used(above);  // a picture on a button
    if (says == trimmed(above.name) || says == trimmed(above.text)) return true;
    return !above.states.has(State::editable) && holds(above.text, says);
  }

  // An application can make searching as slow as it likes; then its labels are told.
  bool holds(const std::string& text, const std::string& part) {
    const auto at_worst = text.size() * part.size();
    if (part.size() > text.size() || at_worst > search_left_) return false;
    search_left_ -= at_worst;
    return text.find(part) != std::string::npos;
  }

  void leave_out_what_was_said_above() {
    for (int index = 1; index < size(); ++index) {
      if (!told(index) || !is_plain_label(index)) continue;
      const auto above = told_above(index);
      if (above > 0 && says_again(index, at(above))) leave_out(index);
    }
  }

  static bool is_shell_for(const Node& shell, const Node& control) {
    const bool may_wrap = only_wraps(shell) || shell.role == control.role;
    return may_wrap && !can_be_used(shell) && !shell.states.has(State::focused) && shell.text.empty() &&
           secondary_actions(shell).empty();
  }

  /// False if words of the shell would be lost; then nothing has changed.
  static bool take_words(const Node& shell, Node& control) {
    const auto fits = [](const std::string& outer, const std::string& inner) {
      return outer.empty() || inner.empty() || outer == inner;
    };
    const bool shows_its_choice = shell.role == "combo box" && control.text.empty();
    if (!fits(shell.description, control.description)) return false;
    if (!fits(shell.name, control.name) && !shows_its_choice) return false;
    if (shows_its_choice && !control.name.empty() && control.name != shell.name)
      control.text = std::exchange(control.name, shell.name);
    if (control.name.empty()) control.name = shell.name;
    if (control.description.empty()) control.description = shell.description;
    if (!only_arranges_by_role(shell)) control.role = shell.role;
    return true;
  }

  // From the inside out: there may be several shells around one control.
  void fold_shells() {
    const auto inside = insides();
    for (int index = size() - 1; index > 0; --index) {
      const auto [count, only] = inside[static_cast<std::size_t>(index)];
      if (count == 1 && told(index) && can_be_used(at(only)) && is_shell_for(at(index), at(only)) &&
          take_words(at(index), at(only)))
        leave_out(index);
    }
  }

  void leave_out_labels_beside_their_controls() {
    int before = -1;
    const auto names = [this](int label, int control) {
      return label > 0 && control > 0 && is_plain_label(label) && can_be_used(at(control)) &&
             !is_plain_label(control) && words_of(at(label)) == trimmed(at(control).name);
    };
    for (int index = 1; index < size(); ++index) {
      if (!told(index)) continue;
      if (names(before, index)) leave_out(before);
      if (names(index, before)) leave_out(index);
      if (told(index)) before = index;
    }
  }

  std::vector<Node> nodes_;
  std::vector<bool> told_;
  std::size_t search_left_ = 100'000'000;
};

}  // namespace

Pruned prune(const Tree& tree) { return Pruning(tree).run(); }

}  // namespace secondseat::executor
