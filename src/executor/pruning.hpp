// Pruning: which elements of a window are told to a model, and in whose words. Toolkits build one visible control from several
// accessible objects, and say one label several times; a model pays for each of them. Pure functions; any thread.
//
// Never left out: what can be acted on, what has the focus, and text. A shell around one control is told as that control, under
// whose id it can be used; what both say is kept.
#pragma once

#include <vector>

#include "secondseat/desktop.hpp"

namespace secondseat::executor {

/// Parallel to the tree's nodes.
struct Pruned {
  std::vector<Node> nodes;  ///< in the words in which they are told
  std::vector<bool> told;
};

Pruned prune(const Tree& tree);

}  // namespace secondseat::executor
