#include "desktop/scripted/scripted_identities.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/program_name.hpp"
#include "base/random.hpp"

namespace secondseat::scripted {

class ScriptedIdentities::Instance final : public ProcessInstance {
 public:
  Instance(pid_t pid, std::shared_ptr<const Process> process, unsigned number)
      : pid_(pid), process_(std::move(process)), id_(fmt::format("scripted:{}", number)) {
    identity_.kind = "scripted";
    identity_.path = process_->path;
    identity_.digest = base::to_hex(base::sha256("scripted " + process_->path));
    identity_.unverifiable = "it is part of a script and no program";
  }
  pid_t pid() const override { return pid_; }
  const Identity& identity() const override { return identity_; }
  const std::string& instance_id() const override { return id_; }
  Result<void> check() const override {
    if (process_->alive) return {};
    return fail(Layer::identity, ErrorCode::stale, fmt::format("process {} is gone", pid_),
                "List the applications again.");
  }

 private:
  pid_t pid_;
  std::shared_ptr<const Process> process_;  // owners: the source, and the instances pinned
  Identity identity_;
  std::string id_;
};

ScriptedIdentities::ScriptedIdentities(const World& world) {
  for (const auto& application : world.applications())
    processes_[application.pid] = std::make_shared<Process>(Process{application.path, true});
}

Task<Result<std::shared_ptr<const ProcessInstance>>> ScriptedIdentities::pin(pid_t pid) {
  const auto process = processes_.find(pid);
  if (process == processes_.end() || !process->second->alive)
    co_return fail(Layer::identity, ErrorCode::stale, fmt::format("process {} is gone", pid));
  auto& known = pinned_[pid];
  if (!known) known = std::make_shared<const Instance>(pid, process->second, ++made_);
  co_return known;
}

void ScriptedIdentities::end(pid_t pid) {
  const auto process = processes_.find(pid);
  if (process == processes_.end()) return;
  process->second->alive = false;
  pinned_.erase(pid);
}

void ScriptedIdentities::begin(pid_t pid, std::string path) {
  processes_[pid] = std::make_shared<Process>(Process{std::move(path), true});
}

void ScriptedIdentities::replace(pid_t pid, std::string path) {
  end(pid);
  begin(pid, std::move(path));
}

bool ScriptedIdentities::runs(std::string_view name) {
  return std::any_of(processes_.begin(), processes_.end(), [name](const auto& each) {
    const auto& [pid, process] = each;
    return process->alive && (base::is_called(process->path, name) || name == fmt::format("pid:{}", pid));
  });
}

}  // namespace secondseat::scripted
