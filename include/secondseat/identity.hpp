// The identity seam: which program an application is, and which running process of it is meant. A label takes no part (rule 6).
// Loop only.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <string_view>

#include "secondseat/error.hpp"
#include "secondseat/task.hpp"

namespace secondseat {

struct Identity {
  std::string kind;          ///< "file": this very file on this disk
  std::string path;          ///< canonical path of the executable
  std::string requirement;   ///< readable; what was hashed besides kind and path
  std::string digest;        ///< hex SHA-256 over kind, path and requirement: what grants are bound to
  std::string unverifiable;  ///< why no saved grant is possible; empty if one is
};

/// One running process, pinned: it cannot be mistaken for a later one that got its number.
class ProcessInstance {
 public:
  virtual ~ProcessInstance() = default;
  virtual pid_t pid() const = 0;
  virtual const Identity& identity() const = 0;
  /// Unique among all processes of this boot: equal for the same instance and for no other.
  virtual const std::string& instance_id() const = 0;
  /// Still running, still that program. Cheap (< 0.1 ms) and synchronous: asked at every dispatch.
  virtual Result<void> check() const = 0;
};

class IdentitySource {
 public:
  virtual ~IdentitySource() = default;
  /// Pins the process and says what program it is. Fails when either cannot be said for sure.
  virtual Task<Result<std::shared_ptr<const ProcessInstance>>> pin(pid_t pid) = 0;
  /// Whether a process that could be pinned is called so: by the path of its program, by the last part of that or of the script it
  /// runs, ignoring case, or by "pid:N". A reason to wait for its windows, and never a reason to trust it (rule 6).
  virtual bool runs(std::string_view name) = 0;
};

}  // namespace secondseat
