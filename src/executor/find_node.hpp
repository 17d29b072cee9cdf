// FindNode: the element of a tree that a reference names. Any thread.
#pragma once

#include <algorithm>

#include "secondseat/desktop.hpp"

namespace secondseat::executor {

/// Null if the tree does not hold it.
inline const Node* find_node(const Tree& tree, const NativeRef& ref) {
  const auto is_it = [&ref](const Node& node) { return node.ref == ref; };
  const auto found = std::find_if(tree.nodes.begin(), tree.nodes.end(), is_it);
  return found == tree.nodes.end() ? nullptr : &*found;
}

}  // namespace secondseat::executor
