// JournalFile: one file of records, held by a lock for as long as this lives. Loop only; blocking.
//
// The lock says whether the process that wrote it still lives: the kernel drops it with the process, however that ends. A file
// that is not plainly ours (link, pipe, other owner, other mode, too large) is never read, written or removed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/fd.hpp"
#include "executor/journal_record.hpp"
#include "secondseat/error.hpp"

namespace secondseat::executor {

class JournalFile {
 public:
  /// A new one, of its own random name, on disk with its directory entry.
  static Result<JournalFile> create(const base::Fd& directory);
  /// ErrorCode::busy: its owner lives. ErrorCode::not_found: it is gone. Anything else: it is not plainly one of ours.
  static Result<JournalFile> adopt(const base::Fd& directory, const std::string& name);
  /// The names of those that are there, ours and others', at most `limit`.
  static std::vector<std::string> names_in(const base::Fd& directory, std::size_t limit);

  JournalFile(JournalFile&&) noexcept = default;
  JournalFile& operator=(JournalFile&&) noexcept = default;

  /// For the kernel to keep: it survives this process, not yet a power cut.
  Result<void> write(const JournalRecord& record);
  /// Waits until what was written survives a power cut.
  Result<void> make_durable();

  struct Content {
    std::vector<JournalRecord> begun;  ///< and not finished, oldest first
    std::size_t unreadable = 0;        ///< torn records, and what is no record of ours
  };
  Result<Content> read() const;
  Result<void> remove();

 private:
  JournalFile(base::Fd directory, base::Fd file, std::string name)
      : directory_(std::move(directory)), file_(std::move(file)), name_(std::move(name)) {}
  static Result<JournalFile> finish_creating(const base::Fd& directory, base::Fd file, const std::string& name);
  static Result<JournalFile> locked(const base::Fd& directory, base::Fd file, std::string name);

  base::Fd directory_;  ///< a second descriptor of it, ours alone
  base::Fd file_;
  std::string name_;
};

}  // namespace secondseat::executor
