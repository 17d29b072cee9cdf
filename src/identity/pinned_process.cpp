#include "identity/pinned_process.hpp"

#include <cerrno>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/limits.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/random.hpp"
#include "base/try.hpp"
#include "identity/proc_stat.hpp"

namespace secondseat::identity {
namespace {

constexpr long pidfs_magic = 0x50494446;

tl::unexpected<Error> gone(pid_t pid) {
  return fail(Layer::identity, ErrorCode::stale, fmt::format("process {} is gone", pid),
              "List the applications again.");
}

bool same_file(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

Result<std::string> read_link(const std::string& path) {
  std::string target(PATH_MAX, '\0');
  const auto size = ::readlink(path.c_str(), target.data(), target.size());
  if (size < 0)
    return fail(Layer::identity, ErrorCode::denied,
                "the program behind this process cannot be examined (not_dumpable)");
  target.resize(static_cast<std::size_t>(size));
  return target;
}

Result<std::string> boot_id() {
  const base::Fd file(::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC));
  std::string id(36, '\0');
  if (!file || ::read(file.get(), id.data(), id.size()) != static_cast<ssize_t>(id.size()))
    return base::os_failure("read boot_id", errno);
  return id;
}

/// The pidfd's inode where the kernel makes it unique, else boot, number and start time, read while the pidfd lives.
Result<std::string> instance_of(pid_t pid, int pidfd) {
  struct statfs filesystem {};
  struct stat status {};
  if (::fstatfs(pidfd, &filesystem) == 0 && filesystem.f_type == pidfs_magic && ::fstat(pidfd, &status) == 0)
    return fmt::format("pidfs:{}", status.st_ino);
  SS_TRY(const auto boot, boot_id());
  SS_TRY(const auto stat, read_proc_stat(pid));
  return fmt::format("{}:{}:{}", boot, pid, stat.start_time);
}

void append_part(std::string& bytes, std::string_view part) {
  for (unsigned shift = 0; shift < 64; shift += 8)
    bytes += static_cast<char>((std::uint64_t{part.size()} >> shift) & 0xFFU);
  bytes += part;
}

}  // namespace

std::string identity_digest(const Identity& identity) {
  std::string bytes;
  append_part(bytes, "secondseat-identity-v1");
  append_part(bytes, identity.kind);
  append_part(bytes, identity.path);
  append_part(bytes, identity.requirement);
  return base::to_hex(base::sha256(bytes));
}

Result<std::shared_ptr<const ProcessInstance>> PinnedProcess::create(pid_t pid) {
  std::shared_ptr<PinnedProcess> pinned(new PinnedProcess);
  pinned->pid_ = pid;
  pinned->pidfd_.reset(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (!pinned->pidfd_) return gone(pid);

  struct stat owner {};
  if (::stat(fmt::format("/proc/{}", pid).c_str(), &owner) != 0) return gone(pid);
  if (owner.st_uid != ::getuid())
    return fail(Layer::identity, ErrorCode::denied, fmt::format("process {} belongs to another user", pid));

  const auto link = fmt::format("/proc/{}/exe", pid);
  pinned->program_.reset(::open(link.c_str(), O_PATH | O_CLOEXEC));
  if (!pinned->program_ || ::fstat(pinned->program_.get(), &pinned->file_) != 0)
    return fail(Layer::identity, ErrorCode::denied,
                "the program behind this process cannot be examined (not_dumpable)");
  SS_TRY(pinned->identity_.path, read_link(link));
  struct stat on_disk {};
  const bool still_there = ::stat(pinned->identity_.path.c_str(), &on_disk) == 0 && same_file(on_disk, pinned->file_);
  if (pinned->file_.st_nlink == 0 || !still_there)
    return fail(Layer::identity, ErrorCode::stale,
                "the program file was replaced since this process started (replaced_on_disk)",
                "Restart the application, then select it again.");

  pinned->identity_.kind = "file";
  pinned->identity_.requirement =
      fmt::format("inode {}:{} size {} changed {}.{:09}", pinned->file_.st_dev, pinned->file_.st_ino,
                  pinned->file_.st_size, pinned->file_.st_ctim.tv_sec, pinned->file_.st_ctim.tv_nsec);
  pinned->identity_.unverifiable = "no_package";
  pinned->identity_.digest = identity_digest(pinned->identity_);
  SS_TRY(pinned->instance_id_, instance_of(pid, pinned->pidfd_.get()));
  if (!pinned->alive()) return gone(pid);
  return pinned;
}

bool PinnedProcess::alive() const {
  pollfd exited{pidfd_.get(), POLLIN, 0};
  return ::poll(&exited, 1, 0) == 0;
}

Result<void> PinnedProcess::check() const {
  struct stat running {};
  const bool readable = ::stat(fmt::format("/proc/{}/exe", pid_).c_str(), &running) == 0;
  if (!alive()) return gone(pid_);  // asked after the stat, so that the stat was about this very process
  if (!readable || !same_file(running, file_))
    return fail(Layer::identity, ErrorCode::stale, fmt::format("process {} runs another program now", pid_),
                "Select the application again.");
  return {};
}

}  // namespace secondseat::identity
