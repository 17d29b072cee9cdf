// SystemIdentities: the IdentitySource of a real desktop. Loop only.
#pragma once

#include "secondseat/identity.hpp"

namespace secondseat::identity {

/// Never pins ourselves or what we run under: the agent's CLI and the terminal it runs in must not be driven by the agent
/// (rule 10).
class SystemIdentities final : public IdentitySource {
 public:
  Task<Result<std::shared_ptr<const ProcessInstance>>> pin(pid_t pid) override;
  bool runs(std::string_view name) override;
};

}  // namespace secondseat::identity
