#include "executor/file_journal.hpp"

#include <algorithm>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/random.hpp"
#include "base/try.hpp"

namespace secondseat::executor {
namespace {

constexpr std::uint64_t first_left_number = std::uint64_t{1} << 63U;
constexpr std::size_t journals_looked_at = 256;
constexpr std::size_t logged_one_by_one = 8;           // a client need not read our standard error
constexpr auto worth_telling = std::chrono::days{30};  // what was unknown longer ago, an agent can do nothing with

std::string line_of(const JournalRecord& record) {
  const std::string_view digest(reinterpret_cast<const char*>(record.application.data()), record.application.size());
  return fmt::format("event=action_may_have_happened kind={} application={} at={:%Y-%m-%dT%H:%M:%SZ}",
                     to_string(record.kind), base::to_hex(digest),
                     fmt::gmtime(std::chrono::system_clock::to_time_t(record.at)));
}

}  // namespace

FileJournal::FileJournal(OpenDirectory open_directory, WallClock now, base::Log log)
    : open_directory_(std::move(open_directory)), now_(std::move(now)), log_(std::move(log)) {}

FileJournal::~FileJournal() {
  if (own_ && open_.empty() && !own_->remove()) log_("event=journal_not_removed");
}

Result<Journal::Entry> FileJournal::begin(ActionKind kind, const ApplicationDigest& application) {
  auto entry = write_down(kind, application);
  if (entry) return entry;
  auto& why = entry.error();
  why.message = "nothing was sent, because the journal of actions could not be written: " + why.message;
  if (why.hint.empty())
    why.hint = "Let a person make room, or set XDG_STATE_HOME to a directory that can be written to.";
  return entry;
}

Result<Journal::Entry> FileJournal::write_down(ActionKind kind, const ApplicationDigest& application) {
  if (!own_) {
    SS_TRY(const auto directory, open_directory_(base::Missing::is_created));
    SS_TRY(own_, JournalFile::create(directory));
  }
  JournalRecord record;
  record.sequence = next_;
  record.kind = kind;
  record.at = now_();
  record.application = application;
  // A record that failed half-way may be there and say that something happened; the next one is written over it.
  SS_TRY_VOID(own_->write(record));
  SS_TRY_VOID(own_->make_durable());
  ++next_;
  if (record.sequence >= JournalRecord::slots) open_.erase(record.sequence - JournalRecord::slots);  // written over
  open_.emplace(record.sequence, record);
  return Entry(*this, record.sequence);
}

void FileJournal::finish(Number number) {
  if (const auto left = left_.find(number); left != left_.end())
    finish_left(left);
  else
    finish_own(number);
}

void FileJournal::finish_own(Number number) {
  const auto found = open_.find(number);
  if (found == open_.end()) return;
  auto record = found->second;
  record.status = RecordStatus::finished;
  if (!own_->write(record)) return log_("event=journal_not_written");  // stays open: at worst it is told once more
  open_.erase(found);
}

void FileJournal::finish_left(std::map<Number, Heirloom>::iterator left) {
  auto& [estate, record, given] = left->second;
  record.status = RecordStatus::finished;
  if (!estate->file.write(record)) log_("event=journal_not_written");
  if (--estate->untold == 0 && !estate->file.remove()) log_("event=journal_not_removed");
  left_.erase(left);
}

std::vector<Journal::Left> FileJournal::left_by_earlier_runs(const ApplicationDigest& application) {
  if (!std::exchange(has_looked_, true)) look_for_earlier_runs();
  std::vector<Left> found;
  for (auto& [number, left] : left_)
    if (left.record.application == application && !std::exchange(left.given, true))
      found.push_back({left.record.kind, left.record.at, Entry(*this, number)});
  return found;
}

void FileJournal::look_for_earlier_runs() {
  const auto directory = open_directory_(base::Missing::is_an_error);
  if (!directory) {
    if (directory.error().code != ErrorCode::not_found) log_("event=journals_not_found");
    return;
  }
  for (const auto& name : JournalFile::names_in(*directory, journals_looked_at)) {
    auto file = JournalFile::adopt(*directory, name);
    if (file)
      take_over(*std::move(file));
    else if (file.error().code != ErrorCode::busy && file.error().code != ErrorCode::not_found)
      log_("event=journal_ignored");
  }
}

void FileJournal::take_over(JournalFile file) {
  auto content = file.read();
  if (!content) return log_("event=journal_ignored");
  if (content->unreadable > 0) log_(fmt::format("event=journal_records_ignored count={}", content->unreadable));
  const auto too_old = now_() - worth_telling;
  std::erase_if(content->begun, [&](const JournalRecord& record) { return record.at < too_old; });
  if (content->begun.empty()) {
    if (!file.remove()) log_("event=journal_not_removed");
    return;
  }
  const auto estate = std::make_shared<Estate>(Estate{std::move(file), content->begun.size()});
  const auto unlogged = content->begun.size() - std::min(content->begun.size(), logged_one_by_one);
  if (unlogged > 0) log_(fmt::format("event=actions_may_have_happened count={}", unlogged));
  for (auto at = unlogged; at < content->begun.size(); ++at) log_(line_of(content->begun[at]));
  for (const auto& record : content->begun) left_.emplace(first_left_number + inherited_++, Heirloom{estate, record});
}

}  // namespace secondseat::executor
