// PinnedProcess: one running process held by its pidfd, with the program file it runs held by its inode. Loop only.
//
// A pidfd tells that the process lives but does not notice an exec, and a path may come to name another file; so check() asks
// both: alive, and still running the very file it was pinned with.
#pragma once

#include <sys/stat.h>

#include "base/fd.hpp"
#include "secondseat/identity.hpp"

namespace secondseat::identity {

class PinnedProcess final : public ProcessInstance {
 public:
  /// Refuses a process of another user, one that ends meanwhile, one whose program was replaced on disk or cannot be examined.
  static Result<std::shared_ptr<const ProcessInstance>> create(pid_t pid);

  pid_t pid() const override { return pid_; }
  const Identity& identity() const override { return identity_; }
  const std::string& instance_id() const override { return instance_id_; }
  Result<void> check() const override;

 private:
  PinnedProcess() = default;
  bool alive() const;

  pid_t pid_ = 0;
  base::Fd pidfd_;
  base::Fd program_;  // keeps the inode from being reused while we compare with it
  struct stat file_ {};
  Identity identity_;
  std::string instance_id_;
};

/// SHA-256 over the length-prefixed parts, as docs/security.md defines it; hexadecimal.
std::string identity_digest(const Identity& identity);

}  // namespace secondseat::identity
