// AgentView: what an agent knows from the texts it was given, and which native element each number in them stands for. It reads
// the texts as an agent does, and lays full listings beside the trees they were made from. Any thread.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "executor/model/record.hpp"
#include "executor/model/witness.hpp"

namespace secondseat::test {

/// One window as its newest text, and those before, tell of it.
struct KnownState {
  GivenState given;
  std::size_t read = 0;              ///< which of Witness::reads()
  std::map<int, std::string> lines;  ///< by element number
  std::map<int, NativeRef> refs;     ///< of those seen in a full listing
};

/// The number of the read that a state was made from.
std::optional<std::size_t> read_of(const StateView& view);

/// What is known after this text, given what was known of the window before. False if a listing does not fit its tree.
bool learn(KnownState& known, const StateView& view, const Tree& tree);

/// What naming this number in this state means.
Meant meaning(const KnownState& known, int element, const Tree& tree);

}  // namespace secondseat::test
