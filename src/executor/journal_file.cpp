#include "executor/journal_file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "base/random.hpp"
#include "base/try.hpp"

namespace secondseat::executor {
namespace {

constexpr std::string_view prefix = "actions-";
constexpr std::string_view suffix = ".journal";
constexpr std::size_t random_bytes = 8;
constexpr int tries = 8;
constexpr std::size_t entries_looked_at = 4096;
constexpr int safely = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

bool is_journal_name(std::string_view name) {
  if (name.size() != prefix.size() + 2 * random_bytes + suffix.size()) return false;
  const auto middle = name.substr(prefix.size(), 2 * random_bytes);
  return name.starts_with(prefix) && name.ends_with(suffix) &&
         middle.find_first_not_of("0123456789abcdef") == middle.npos;
}

Result<void> check_plainly_ours(const base::Fd& file) {
  struct stat found {};
  if (::fstat(file.get(), &found) != 0) return base::os_failure("look at a journal", errno);
  const bool is_plain = S_ISREG(found.st_mode) && found.st_uid == ::geteuid() && (found.st_mode & 07777U) == 0600 &&
                        found.st_nlink <= 1 &&
                        found.st_size <= static_cast<off_t>(JournalRecord::size * JournalRecord::slots);
  if (!is_plain)
    return fail(Layer::operating_system, ErrorCode::malformed, "a file with the name of a journal is none");
  return {};
}

bool is_still_named(const base::Fd& directory, const std::string& name, const base::Fd& file) {
  struct stat held {};
  struct stat named {};
  return ::fstat(file.get(), &held) == 0 &&
         ::fstatat(directory.get(), name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 && held.st_ino == named.st_ino &&
         held.st_dev == named.st_dev;
}

}  // namespace

Result<JournalFile> JournalFile::locked(const base::Fd& directory, base::Fd file, std::string name) {
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK)
      return fail(Layer::operating_system, ErrorCode::busy, "another process holds the journal");
    return base::os_failure("lock a journal", errno);
  }
  // Whoever held it before may have removed it; then what we have locked is nobody's any more.
  if (!is_still_named(directory, name, file))
    return fail(Layer::operating_system, ErrorCode::not_found, "the journal is gone");
  base::Fd own_directory(::fcntl(directory.get(), F_DUPFD_CLOEXEC, 3));
  if (!own_directory) return base::os_failure("keep the directory of the journal", errno);
  return JournalFile(std::move(own_directory), std::move(file), std::move(name));
}

Result<JournalFile> JournalFile::create(const base::Fd& directory) {
  for (int attempt = 1;; ++attempt) {
    const auto name = fmt::format("{}{}{}", prefix, base::random_hex(random_bytes), suffix);
    base::Fd file(::openat(directory.get(), name.c_str(), safely | O_CREAT | O_EXCL, 0600));
    if (!file) return base::os_failure("create the journal", errno);
    auto made = finish_creating(directory, std::move(file), name);
    if (made) return made;
    ::unlinkat(directory.get(), name.c_str(),
               0);  // it may be gone; if it stays, it is empty and the next server removes it
    // A server that looks for journals may have found it empty before it was locked, and removed it.
    const bool was_taken = made.error().code == ErrorCode::busy || made.error().code == ErrorCode::not_found;
    if (!was_taken || attempt == tries) return made;
  }
}

Result<JournalFile> JournalFile::finish_creating(const base::Fd& directory, base::Fd file, const std::string& name) {
  if (::fchmod(file.get(), 0600) != 0)
    return base::os_failure("keep the journal private", errno);  // whatever the umask
  SS_TRY(auto made, locked(directory, std::move(file), name));
  if (::fsync(directory.get()) != 0) return base::os_failure("write the directory of the journal", errno);
  return made;
}

Result<JournalFile> JournalFile::adopt(const base::Fd& directory, const std::string& name) {
  base::Fd file(::openat(directory.get(), name.c_str(), safely));
  if (!file && errno == ENOENT) return fail(Layer::operating_system, ErrorCode::not_found, "the journal is gone");
  if (!file) return base::os_failure("open a journal", errno);
  SS_TRY_VOID(check_plainly_ours(file));
  return locked(directory, std::move(file), name);
}

std::vector<std::string> JournalFile::names_in(const base::Fd& directory, std::size_t limit) {
  std::vector<std::string> names;
  base::Fd again(::openat(directory.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!again) return names;
  const std::unique_ptr<DIR, int (*)(DIR*)> listing(::fdopendir(again.get()), ::closedir);
  if (!listing) return names;
  again.release();  // the listing's now
  for (std::size_t looked_at = 0; looked_at < entries_looked_at && names.size() < limit; ++looked_at) {
    const auto* entry = ::readdir(listing.get());
    if (entry == nullptr) break;
    if (is_journal_name(entry->d_name)) names.emplace_back(entry->d_name);
  }
  return names;
}

Result<void> JournalFile::write(const JournalRecord& record) {
  const auto bytes = record.encode();
  const auto at = static_cast<off_t>(record.slot() * JournalRecord::size);
  ssize_t written = -1;
  do {
    written = ::pwrite(file_.get(), bytes.data(), bytes.size(), at);
  } while (written < 0 && errno == EINTR);
  if (written < 0) return base::os_failure("write the journal", errno);
  if (static_cast<std::size_t>(written) != bytes.size()) return base::os_failure("write the journal", ENOSPC);
  return {};
}

Result<void> JournalFile::make_durable() {
  if (::fdatasync(file_.get()) != 0) return base::os_failure("write the journal to the disk", errno);
  return {};
}

Result<JournalFile::Content> JournalFile::read() const {
  std::string bytes(JournalRecord::size * JournalRecord::slots, '\0');
  std::size_t size = 0;
  while (size < bytes.size()) {
    const auto got = ::pread(file_.get(), bytes.data() + size, bytes.size() - size, static_cast<off_t>(size));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return base::os_failure("read a journal", errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  bytes.resize(size);
  Content content;
  for (std::size_t slot = 0; slot * JournalRecord::size < bytes.size(); ++slot) {
    const auto record =
        JournalRecord::decode(std::string_view(bytes).substr(slot * JournalRecord::size, JournalRecord::size));
    if (!record || record->slot() != slot)
      ++content.unreadable;
    else if (record->status == RecordStatus::begun)
      content.begun.push_back(*record);
  }
  std::sort(content.begun.begin(), content.begun.end(),
            [](const JournalRecord& one, const JournalRecord& other) { return one.sequence < other.sequence; });
  return content;
}

Result<void> JournalFile::remove() {
  if (::unlinkat(directory_.get(), name_.c_str(), 0) != 0) return base::os_failure("remove a journal", errno);
  return {};
}

}  // namespace secondseat::executor
