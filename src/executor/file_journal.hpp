// FileJournal: the journal that survives kill -9. One file for each process that acts, in a private directory. Loop only.
//
// begin() blocks for the time the disk takes (fdatasync): a wait that could be interrupted would lie between the check and the
// hand-over. The file is made at the first action, and removed when this ends with nothing open, so that a server that only
// looks writes nothing. A file whose owner is dead is taken over by the first server that looks, and removed once everything in
// it has been told; until then it stays, so that a report survives a second crash.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/log.hpp"
#include "base/state_directory.hpp"
#include "executor/journal_file.hpp"

namespace secondseat::executor {

class FileJournal final : public Journal {
 public:
  using OpenDirectory = std::function<Result<base::Fd>(base::Missing)>;
  using WallClock = std::function<std::chrono::sys_seconds()>;

  FileJournal(OpenDirectory open_directory, WallClock now, base::Log log);
  FileJournal(const FileJournal&) = delete;
  FileJournal& operator=(const FileJournal&) = delete;
  ~FileJournal() override;

  Result<Entry> begin(ActionKind kind, const ApplicationDigest& application) override;
  std::vector<Left> left_by_earlier_runs(const ApplicationDigest& application) override;

 private:
  using Number = std::uint64_t;
  /// A file that a dead process left, and how much of it is still to be told.
  struct Estate {
    JournalFile file;
    std::size_t untold = 0;
  };
  struct Heirloom {
    std::shared_ptr<Estate> estate;  // owners: all the records that came from one file
    JournalRecord record;
    bool given = false;
  };

  Result<Entry> write_down(ActionKind kind, const ApplicationDigest& application);
  void finish(Number number) override;
  void finish_own(Number number);
  void finish_left(std::map<Number, Heirloom>::iterator left);
  void look_for_earlier_runs();
  void take_over(JournalFile file);

  OpenDirectory open_directory_;
  WallClock now_;
  base::Log log_;
  std::optional<JournalFile> own_;
  Number next_ = 0;
  std::map<Number, JournalRecord> open_;  ///< of our own, by sequence
  bool has_looked_ = false;
  Number inherited_ = 0;
  std::map<Number, Heirloom> left_;  ///< numbered from the other end, so that one number names one record
};

}  // namespace secondseat::executor
