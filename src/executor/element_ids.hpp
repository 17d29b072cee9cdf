// ElementIds: the small integers that name elements to an agent, kept for the same element from state to state. Loop only.
//
// Same means: the same native reference, still with the same role; or, if that reference died, exactly one element in the old
// and exactly one in the new tree that agree in role, name, description, value, placeholder and native id. Place and geometry
// take no part, so that a re-sorted list never hands an id to a neighbour. Ids grow from 0 and are never used again.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "secondseat/desktop.hpp"

namespace secondseat::executor {

class ElementIds {
 public:
  /// The ids of tree.nodes, in their order. What left the tree keeps its id, in case its reference comes back.
  std::vector<int> assign(const Tree& tree);

 private:
  struct Known {
    NativeRef ref;
    std::string role;
    std::string fingerprint;
  };
  std::map<int, Known> known_;  // what the latest tree showed, by id
  std::map<NativeRef, std::pair<int, std::string>>
      retired_;  // id and role of what left the tree: scrolled away, perhaps
  int next_ = 0;
};

}  // namespace secondseat::executor
