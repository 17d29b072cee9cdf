// Desk: the applications of the model test. Two that call themselves the same and look the same, each with four lives, because an
// application that starts again is another one to the desktop. Loop only.
#pragma once

#include <array>
#include <string>

#include "desktop/scripted/scripted_desktop.hpp"
#include "desktop/scripted/scripted_identities.hpp"
#include "executor/model/event.hpp"
#include "executor/model/record.hpp"

namespace secondseat::test {

constexpr unsigned applications_on_desk = 2;

class Desk {
 public:
  Desk(scripted::ScriptedDesktop& desktop, scripted::ScriptedIdentities& identities, Record& record, Trace& trace)
      : desktop_(desktop), identities_(identities), record_(record), trace_(trace) {}

  static scripted::World world();
  static std::string path(unsigned application);

  /// The id of its present life, also if that has ended.
  std::string present(unsigned application) const;
  bool runs(unsigned application) const { return !record_.ended.contains(NativeRef{present(application)}); }
  pid_t pid(unsigned application) const;
  /// False for events that are not about applications and what they show.
  bool happens(const Event& event);

 private:
  void end(unsigned application);
  void restart(unsigned application, bool with_the_same_pid);
  void hang(const Event& event);
  bool changes_elements(const Event& event);

  scripted::ScriptedDesktop& desktop_;
  scripted::ScriptedIdentities& identities_;
  Record& record_;
  Trace& trace_;
  std::array<unsigned, applications_on_desk> life_{};
  unsigned recreated_ = 0;
};

}  // namespace secondseat::test
