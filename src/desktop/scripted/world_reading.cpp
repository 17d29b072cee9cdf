#include "desktop/scripted/world_reading.hpp"

#include <algorithm>

#include "desktop/scripted/names.hpp"

namespace secondseat::scripted {
namespace {

constexpr int line_height = 24;

int size_of(const WorldElement& element) {
  int size = 1;
  for (const auto& child : element.children) size += size_of(child);
  return size;
}

/// Builds the tree of one window.
class Reader {
 public:
  Reader(const WorldApplication& application, const WorldWindow& window, const ReadWindow& request)
      : application_(application), window_(window), request_(request) {}

  Tree run() {
    Node root;
    root.ref = window_ref(application_.id, window_.id);
    root.role = window_.role;
    root.name = window_.title;
    root.states = States{State::showing, State::enabled};
    if (window_.active) root.states.set(State::active);
    if (window_.modal) root.states.set(State::modal);
    root.bounds = Rect{0, 0, window_.bounds.width, window_.bounds.height};
    root.children = static_cast<int>(window_.elements.size());
    const bool is_expanded = wants(root.ref);
    tree_.nodes.push_back(std::move(root));
    add(window_.elements, 0, 1, is_expanded);
    return std::move(tree_);
  }

 private:
  bool wants(const NativeRef& ref) const {
    return std::find(request_.expand.begin(), request_.expand.end(), ref) != request_.expand.end();
  }

  void add(const std::vector<WorldElement>& elements, int parent, int depth, bool parent_is_expanded) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const auto& element = elements[i];
      if (!element.states.has(State::showing) && !parent_is_expanded) {
        tree_.not_showing += size_of(element);
        continue;
      }
      if (depth > request_.limits.depth || tree_.nodes.size() >= static_cast<std::size_t>(request_.limits.nodes)) {
        tree_.over_bound += size_of(element);
        continue;
      }
      auto node = node_of(element, depth);
      node.parent = parent;
      node.index_in_parent = static_cast<int>(i);
      const bool is_expanded = wants(node.ref);
      const int place = static_cast<int>(tree_.nodes.size());
      tree_.nodes.push_back(std::move(node));
      add(element.children, place, depth + 1, is_expanded);
      if (element.bounds.width <= 0) enclose_children(static_cast<std::size_t>(place));
    }
  }

  Node node_of(const WorldElement& element, int depth) {
    Node node;
    node.ref = element_ref(application_.id, element.id);
    node.role = element.role;
    node.name = cut(element.name);
    node.description = cut(element.description);
    if (element.role != "password text") node.text = cut(element.text);
    node.placeholder = cut(element.placeholder);
    node.native_id = element.id.front() == '_' ? std::string() : element.id;
    node.value = element.value;
    node.states = element.states;
    node.bounds = element.bounds.width > 0 ? element.bounds : next_line(depth);
    node.actions = element.actions;
    node.has_editable_text = element.has_editable_text;
    node.has_selection = element.has_selection;
    node.caret = element.caret;
    node.selection_start = element.selection_start;
    node.selection_end = element.selection_end;
    node.children = static_cast<int>(element.children.size());
    return node;
  }

  std::string cut(const std::string& text) const { return text.substr(0, request_.limits.string_bytes); }

  /// Elements without bounds stand below each other, indented by depth.
  Rect next_line(int depth) {
    const int indent = depth * 8;
    const Rect line{indent, 8 + line_ * line_height, std::max(1, window_.bounds.width - 2 * indent), line_height - 4};
    ++line_;
    return line;
  }

  /// It reaches down to the last of what it holds.
  void enclose_children(std::size_t place) {
    auto& bounds = tree_.nodes[place].bounds;
    for (auto child = place + 1; child < tree_.nodes.size(); ++child) {
      const auto& inner = tree_.nodes[child].bounds;
      bounds.height = std::max(bounds.height, inner.y + inner.height - bounds.y);
    }
  }

  const WorldApplication& application_;
  const WorldWindow& window_;
  const ReadWindow& request_;
  Tree tree_;
  int line_ = 0;
};

}  // namespace

Window seen(const WorldApplication& application, const WorldWindow& window) {
  Window made;
  made.ref = window_ref(application.id, window.id);
  made.title = window.title;
  made.role = window.role;
  made.on_screen = window.bounds;
  made.active = window.active;
  made.modal = window.modal;
  made.minimised = window.minimised;
  return made;
}

std::vector<Window> windows_of(const WorldApplication& application) {
  std::vector<Window> windows;
  for (const auto& window : application.windows)
    if (window.open) windows.push_back(seen(application, window));
  return windows;
}

std::vector<RunningApplication> running_in(const World& world) {
  std::vector<RunningApplication> all;
  for (const auto& application : world.applications()) {
    if (!application.running) continue;
    RunningApplication running;
    running.ref = application_ref(application.id);
    running.pid = application.pid;
    running.label = application.label;
    running.windows = windows_of(application);
    all.push_back(std::move(running));
  }
  return all;
}

Tree tree_of(const WorldApplication& application, const WorldWindow& window, const ReadWindow& request) {
  return Reader(application, window, request).run();
}

}  // namespace secondseat::scripted
