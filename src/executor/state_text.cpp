#include "executor/state_text.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

#include <fmt/format.h>

#include "executor/node_roles.hpp"
#include "executor/pruning.hpp"

namespace secondseat::executor {
namespace {

constexpr std::size_t text_limit = 80'000;

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) {
    const auto low = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return low(a) == low(b);
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

/// What was learnt about a node's listed children while walking the tree once.
struct Children {
  int listed = 0;
  int first = -1;
  int last = -1;
};

std::vector<Children> children_of(const Tree& tree) {
  std::vector<Children> all(tree.nodes.size());
  for (const auto& node : tree.nodes) {
    if (node.parent < 0) continue;
    auto& children = all[static_cast<std::size_t>(node.parent)];
    ++children.listed;
    if (node.index_in_parent < 0) continue;
    children.first = children.first < 0 ? node.index_in_parent : std::min(children.first, node.index_in_parent);
    children.last = std::max(children.last, node.index_in_parent);
  }
  return all;
}

/// Rows of lists that stand above and below those that are listed.
struct RowsLeftOut {
  std::int64_t above = 0;
  std::int64_t below = 0;
  int lists = 0;
  int first = 0;  ///< the first and the last row that are listed, of the only list
  int last = 0;
};

RowsLeftOut rows_left_out(const Tree& tree) {
  RowsLeftOut out;
  const auto children = children_of(tree);
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    const auto& node = tree.nodes[at];
    if (!holds_rows(node) || children[at].first < 0 || children[at].listed >= node.children) continue;
    out.above += children[at].first;
    out.below += std::max(0, node.children - 1 - children[at].last);
    out.first = children[at].first;
    out.last = children[at].last;
    ++out.lists;
  }
  return out;
}

std::string rows_of(const Node& node, const Children& children) {
  if (!holds_rows(node) || children.first < 0 || children.listed >= node.children) return {};
  return fmt::format(" (rows {}–{} of {})", children.first, children.last, node.children);
}

std::string numbered(const StateLine& line) { return fmt::format("{} {}", line.id, line.text); }

}  // namespace

Listing list_elements(const Tree& tree, const std::vector<int>& ids, std::string_view query) {
  const auto children = children_of(tree);
  const auto pruned = prune(tree);
  auto said = pruned.told;
  std::vector<int> depth(tree.nodes.size(), 0);
  std::vector<std::string> texts(tree.nodes.size());
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    const auto& node = tree.nodes[at];
    const auto parent = static_cast<std::size_t>(std::max(node.parent, 0));
    if (node.parent >= 0) depth[at] = depth[parent] + (said[parent] ? 1 : 0);
    if (said[at]) texts[at] = describe(pruned.nodes[at]) + rows_of(node, children[at]);
  }
  if (!query.empty()) {  // a match brings its ancestors, from the leaves up
    std::vector<bool> wanted(tree.nodes.size(), false);
    for (std::size_t at = tree.nodes.size(); at-- > 0;) {
      wanted[at] = wanted[at] || (said[at] && contains_ignoring_case(texts[at], query));
      if (wanted[at] && tree.nodes[at].parent >= 0) wanted[static_cast<std::size_t>(tree.nodes[at].parent)] = true;
    }
    for (std::size_t at = 0; at < said.size(); ++at) said[at] = said[at] && wanted[at];
  }

  Listing listing;
  std::size_t bytes = 0;
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    if (!said[at]) continue;
    bytes += texts[at].size() + static_cast<std::size_t>(depth[at]) * 2 + 8;
    if (bytes > text_limit)
      ++listing.not_listed;
    else
      listing.lines.push_back({ids[at], depth[at], std::move(texts[at])});
  }
  return listing;
}

bool any_line_holds(const Tree& tree, std::string_view part) {
  const auto holds = [part](const Node& node) { return contains_ignoring_case(describe(node), part); };
  if (std::any_of(tree.nodes.begin(), tree.nodes.end(), holds)) return true;
  const auto told = prune(tree).nodes;  // in the words that an agent has read
  return std::any_of(told.begin(), told.end(), holds);
}

std::string full_text(const Listing& listing) {
  std::string text;
  for (const auto& line : listing.lines) {
    text.append(static_cast<std::size_t>(line.depth) * 2, ' ');
    text += numbered(line) + '\n';
  }
  return text;
}

std::string diff_text(const std::vector<StateLine>& before, const std::vector<StateLine>& after) {
  std::map<int, const StateLine*> old;
  for (const auto& line : before) old.emplace(line.id, &line);
  std::string text;
  for (const auto& line : after) {
    const auto same = old.find(line.id);
    if (same == old.end())
      text += "+ " + numbered(line) + '\n';
    else if (same->second->text != line.text)
      text += "~ " + numbered(line) + '\n';
    if (same != old.end()) old.erase(same);
  }
  for (const auto& [id, line] : old) text += "- " + numbered(*line) + '\n';
  return text;
}

std::string focus_text(const Tree& tree, const std::vector<int>& ids) {
  for (std::size_t at = tree.nodes.size(); at-- > 0;)  // the innermost: a container may say that it has the focus, too
    if (tree.nodes[at].states.has(State::focused)) return fmt::format("focus: element {}\n", ids[at]);
  return {};
}

std::string left_out_text(const Tree& tree, const Listing& listing) {
  const auto total = std::int64_t{tree.not_showing} + tree.over_bound + listing.not_listed;
  if (total == 0) return {};
  std::string kinds;
  const auto say = [&kinds](std::int64_t count, std::string_view what) {
    if (count > 0) kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, what);
  };
  auto rows = rows_left_out(tree);
  if (rows.above + rows.below > tree.not_showing) rows = {};  // they are missing for another reason
  const auto listed = [&rows](int row) { return rows.lists == 1 ? fmt::format("row {}", row) : "those listed"; };
  say(rows.above, "rows above " + listed(rows.first));
  say(rows.below, "rows below " + listed(rows.last));
  say(tree.not_showing - rows.above - rows.below, "off screen");
  say(tree.over_bound, "beyond the bound on elements");
  say(listing.not_listed, "beyond the bound on text");
  return fmt::format("… {} more elements not listed: {}\n", total, kinds);
}

}  // namespace secondseat::executor
