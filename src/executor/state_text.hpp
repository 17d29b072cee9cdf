// How a window is shown to a model: one indented line an element, cheap in tokens, deterministic. Pure functions; any thread.
//
// Left out is what says nothing, or what another line says (pruning.hpp). Never what can be acted on and never text. Everything an application wrote is escaped and bounded (rule 11).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "secondseat/desktop.hpp"

namespace secondseat::executor {

struct StateLine {
  int id = 0;
  int depth = 0;
  std::string text;  ///< role, name, states, value: without id and indentation
};

struct Listing {
  std::vector<StateLine> lines;
  int not_listed = 0;  ///< lines beyond the bound of 80 kB
};

/// `query`: only elements whose line holds it, ignoring ASCII case, with their ancestors; empty lists all.
Listing list_elements(const Tree& tree, const std::vector<int>& ids, std::string_view query);

/// The element's role, name, states and value, on one line.
std::string describe(const Node& node);

/// Whether some element's line holds `part`, ignoring ASCII case: a line as it is told, or as the element alone would say it.
bool any_line_holds(const Tree& tree, std::string_view part);

std::string full_text(const Listing& listing);

/// `~` changed, `+` new, `-` gone, by id; empty when nothing changed. Not shorter than the full text? Then send that instead.
std::string diff_text(const std::vector<StateLine>& before, const std::vector<StateLine>& after);

/// The line that says where the keyboard's input goes in this window, or nothing: "focus: element 9". Only the
/// number: what it is called stands in one place, its own line.
std::string focus_text(const Tree& tree, const std::vector<int>& ids);

/// The line that counts what is not shown, by the reason, or nothing.
std::string left_out_text(const Tree& tree, const Listing& listing);

}  // namespace secondseat::executor
