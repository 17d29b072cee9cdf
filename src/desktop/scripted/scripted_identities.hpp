// ScriptedIdentities: the IdentitySource that belongs to a World. Loop only.
//
// It holds copies of the applications' numbers and paths, because the World itself lives on the AX thread.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "desktop/scripted/world.hpp"
#include "secondseat/identity.hpp"

namespace secondseat::scripted {

class ScriptedIdentities final : public IdentitySource {
 public:
  explicit ScriptedIdentities(const World& world);

  Task<Result<std::shared_ptr<const ProcessInstance>>> pin(pid_t pid) override;
  bool runs(std::string_view name) override;

  /// The process ended: what was pinned fails its check, and nothing can be pinned any more.
  void end(pid_t pid);
  /// The process of an application begins, under its number.
  void begin(pid_t pid, std::string path);
  /// Another process got the number; what was pinned fails its check.
  void replace(pid_t pid, std::string path);

 private:
  class Instance;
  struct Process {
    std::string path;
    bool alive = true;
  };
  std::map<pid_t, std::shared_ptr<Process>> processes_;  // owners: this, and the instances pinned
  std::map<pid_t, std::shared_ptr<const Instance>> pinned_;
  unsigned made_ = 0;
};

}  // namespace secondseat::scripted
