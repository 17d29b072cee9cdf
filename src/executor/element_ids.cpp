#include "executor/element_ids.hpp"

#include <fmt/format.h>

namespace secondseat::executor {
namespace {

constexpr std::size_t retired_at_most = 20'000;

std::string fingerprint(const Node& node) {
  const auto value = node.value ? fmt::format("{}", node.value->current) : std::string();
  std::string print;
  for (const auto* part :
       {&node.role, &node.name, &node.description, &node.text, &value, &node.placeholder, &node.native_id}) {
    print += fmt::format("{}:", part->size());
    print += *part;
  }
  return print;
}

/// Each fingerprint that occurs exactly once, with where it does; -1 marks one that occurs more often.
void note(std::map<std::string, int>& unique, const std::string& print, int where) {
  const auto [entry, is_new] = unique.emplace(print, where);
  if (!is_new) entry->second = -1;
}

}  // namespace

std::vector<int> ElementIds::assign(const Tree& tree) {
  constexpr int none = -1;
  std::map<NativeRef, int> by_ref;
  for (const auto& [id, known] : known_) by_ref.emplace(known.ref, id);

  std::vector<int> ids(tree.nodes.size(), none);
  std::vector<std::string> prints;
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    const auto& node = tree.nodes[at];
    prints.push_back(fingerprint(node));
    if (const auto same = by_ref.find(node.ref); same != by_ref.end() && known_.at(same->second).role == node.role) {
      ids[at] = same->second;
      by_ref.erase(same);
    } else if (const auto back = retired_.find(node.ref); back != retired_.end() && back->second.second == node.role) {
      ids[at] = back->second.first;
    }
  }

  std::map<std::string, int> old_prints;
  for (const auto& [id, known] : known_) note(old_prints, known.fingerprint, by_ref.contains(known.ref) ? id : -1);
  std::map<std::string, int> new_prints;
  for (std::size_t at = 0; at < ids.size(); ++at)
    note(new_prints, prints[at], ids[at] == none ? static_cast<int>(at) : -1);
  for (const auto& [print, at] : new_prints) {
    const auto old = old_prints.find(print);
    if (at == none || old == old_prints.end() || old->second == none) continue;
    ids[static_cast<std::size_t>(at)] = old->second;
    std::erase_if(by_ref, [&](const auto& entry) { return entry.second == old->second; });
  }

  if (retired_.size() > retired_at_most) retired_.clear();
  for (const auto& [ref, id] : by_ref) retired_.insert_or_assign(ref, std::pair(id, known_.at(id).role));
  known_.clear();
  for (std::size_t at = 0; at < ids.size(); ++at) {
    if (ids[at] == none) ids[at] = next_++;
    retired_.erase(tree.nodes[at].ref);
    known_[ids[at]] = {tree.nodes[at].ref, tree.nodes[at].role, prints[at]};
  }
  return ids;
}

}  // namespace secondseat::executor
