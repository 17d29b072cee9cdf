// The journal on a real disk: what a dead process leaves, and what the next one makes of it.
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "base/random.hpp"
#include "catch.hpp"
#include "executor/file_journal.hpp"
#include "executor/private_directory.hpp"

using namespace secondseat;
using executor::ActionKind;
using executor::application_digest;
using executor::FileJournal;
using executor::JournalRecord;
using test::PrivateDirectory;

namespace {

const auto notes = application_digest("/usr/bin/notes");
const auto mail = application_digest("/usr/bin/mail");
constexpr std::chrono::sys_seconds noon{std::chrono::seconds{1'796'126'400}};

/// One run of the server, as far as the journal sees it.
struct Run {
  explicit Run(const PrivateDirectory& directory)
      : journal([&directory](base::Missing) -> Result<base::Fd> { return directory.open(); }, [this]() { return now; },
                [this](std::string_view line) { log.emplace_back(line); }) {}

  std::chrono::sys_seconds now = noon;
  std::vector<std::string> log;
  FileJournal journal;
};

/// Runs `act` in a process that then dies as if killed: no destructor runs.
template <class Act>
void die_after(const PrivateDirectory& directory, Act act) {
  const auto child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    Run run(directory);
    act(run.journal);
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
}

void click_and_die(const PrivateDirectory& directory) {
  die_after(directory, [](FileJournal& journal) { (void)journal.begin(ActionKind::click, notes); });
}

std::string only_file(const PrivateDirectory& directory) {
  const auto files = directory.files();
  REQUIRE(files.size() == 1);
  return files.front().string();
}

std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void overwrite(const std::string& file, std::size_t at, const std::string& bytes) {
  std::fstream out(file, std::ios::binary | std::ios::in | std::ios::out);
  out.seekp(static_cast<std::streamoff>(at));
  out << bytes;
}

/// While it lives no file of ours may grow: the disk is full.
class NoRoom {
 public:
  NoRoom() : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit none{0, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &none);
  }
  NoRoom(const NoRoom&) = delete;
  NoRoom& operator=(const NoRoom&) = delete;
  ~NoRoom() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

}  // namespace

TEST_CASE("A record comes back as it was written, and no changed byte goes unnoticed") {
  JournalRecord record;
  record.sequence = 70'000;
  record.kind = ActionKind::set_value;
  record.at = noon;
  record.application = notes;
  const auto bytes = record.encode();
  const std::string text(bytes.data(), bytes.size());

  const auto back = JournalRecord::decode(text);

  REQUIRE(back);
  CHECK(back->sequence == 70'000);
  CHECK(back->kind == ActionKind::set_value);
  CHECK(back->at == noon);
  CHECK(back->application == notes);
  CHECK(back->slot() == 70'000 % JournalRecord::slots);
  for (std::size_t at = 0; at < text.size(); ++at) {
    auto changed = text;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    CAPTURE(at);
    CHECK_FALSE(JournalRecord::decode(changed));
  }
  CHECK_FALSE(JournalRecord::decode(std::string_view(text).substr(1)));
  CHECK_FALSE(JournalRecord::decode(std::string(JournalRecord::size, '\0')));
}

TEST_CASE("An action is in the file before begin returns, and nothing but what it is") {
  const PrivateDirectory directory;
  Run run(directory);

  auto entry = run.journal.begin(ActionKind::click, notes);

  REQUIRE(entry);
  const auto content = content_of(only_file(directory));
  const auto record = JournalRecord::decode(content);
  REQUIRE(record);
  CHECK(record->status == executor::RecordStatus::begun);
  CHECK(record->kind == ActionKind::click);
  CHECK(record->application == notes);
  CHECK(record->at == noon);
  CHECK(content.find("notes") == std::string::npos);
  struct stat found {};
  REQUIRE(::stat(only_file(directory).c_str(), &found) == 0);
  CHECK((found.st_mode & 07777U) == 0600);
}

TEST_CASE("A run that only looks writes nothing, and one that ends with nothing open leaves nothing") {
  const PrivateDirectory directory;
  {
    Run run(directory);
    CHECK(run.journal.left_by_earlier_runs(notes).empty());
    CHECK(directory.files().empty());
    run.journal.begin(ActionKind::click, notes)->finished();
    CHECK(directory.files().size() == 1);
  }
  CHECK(directory.files().empty());
}

TEST_CASE("What a killed run left open is told once about its application, and then forgotten") {
  const PrivateDirectory directory;
  die_after(directory, [](FileJournal& journal) {
    journal.begin(ActionKind::set_value, notes)->finished();
    (void)journal.begin(ActionKind::click, notes);
  });
  {
    Run next(directory);
    CHECK(next.journal.left_by_earlier_runs(mail).empty());
    auto left = next.journal.left_by_earlier_runs(notes);
    REQUIRE(left.size() == 1);
    CHECK(left[0].kind == ActionKind::click);
    CHECK(left[0].at == noon);
    CHECK(next.journal.left_by_earlier_runs(notes).empty());
    REQUIRE(next.log.size() == 1);
    CHECK(next.log[0] == "event=action_may_have_happened kind=click application=" +
                             base::to_hex({reinterpret_cast<const char*>(notes.data()), notes.size()}) +
                             " at=2026-12-01T12:00:00Z");
    left[0].entry.finished();
    CHECK(directory.files().empty());
  }
  Run after(directory);
  CHECK(after.journal.left_by_earlier_runs(notes).empty());
}

TEST_CASE("A report that nobody was given survives a second crash") {
  const PrivateDirectory directory;
  click_and_die(directory);

  die_after(directory, [](FileJournal& journal) { (void)journal.left_by_earlier_runs(notes); });

  Run next(directory);
  CHECK(next.journal.left_by_earlier_runs(notes).size() == 1);
}

TEST_CASE("An outcome that stays unknown is told by the next run, however this one ended") {
  const PrivateDirectory directory;
  {
    Run run(directory);
    (void)run.journal.begin(ActionKind::click, notes);
    run.journal.begin(ActionKind::click, notes)->finished();
  }
  Run next(directory);
  CHECK(next.journal.left_by_earlier_runs(notes).size() == 1);
}

TEST_CASE("The journal of a run that lives is left alone") {
  const PrivateDirectory directory;
  Run alive(directory);
  auto entry = alive.journal.begin(ActionKind::click, notes);
  REQUIRE(entry);

  Run other(directory);
  CHECK(other.journal.left_by_earlier_runs(notes).empty());
  CHECK(other.log.empty());
  REQUIRE(other.journal.begin(ActionKind::click, mail));
  CHECK(directory.files().size() == 2);
}

TEST_CASE("After 1 MiB the oldest records are written over") {
  const PrivateDirectory directory;
  auto file = executor::JournalFile::create(directory.open());
  REQUIRE(file);
  JournalRecord record;
  record.at = noon;
  record.application = notes;
  for (record.sequence = 0; record.sequence < JournalRecord::slots + 2; ++record.sequence) {
    record.status = record.sequence % 4096 == 1 ? executor::RecordStatus::begun : executor::RecordStatus::finished;
    REQUIRE(file->write(record));
  }

  const auto content = file->read();

  REQUIRE(content);
  CHECK(content->unreadable == 0);
  CHECK(std::filesystem::file_size(only_file(directory)) == 1024 * 1024);
  std::vector<std::uint64_t> sequences;
  for (const auto& begun : content->begun) sequences.push_back(begun.sequence);
  CHECK(sequences == std::vector<std::uint64_t>{4097, 8193, 12'289, 16'385});
}

TEST_CASE("A torn record is ignored, and the others count") {
  const PrivateDirectory directory;
  die_after(directory, [](FileJournal& journal) {
    (void)journal.begin(ActionKind::click, notes);
    (void)journal.begin(ActionKind::set_value, notes);
  });
  const auto file = only_file(directory);
  overwrite(file, 40, "torn");
  overwrite(file, 2 * JournalRecord::size, "half a record");

  Run next(directory);
  const auto left = next.journal.left_by_earlier_runs(notes);

  REQUIRE(left.size() == 1);
  CHECK(left[0].kind == ActionKind::set_value);
  REQUIRE(next.log.size() == 2);
  CHECK(next.log[0] == "event=journal_records_ignored count=2");
}

TEST_CASE("A record in the wrong place is none of ours") {
  const PrivateDirectory directory;
  click_and_die(directory);
  const auto file = only_file(directory);
  overwrite(file, JournalRecord::size, content_of(file));

  Run next(directory);
  CHECK(next.journal.left_by_earlier_runs(notes).size() == 1);
  CHECK(next.log.front() == "event=journal_records_ignored count=1");
}

TEST_CASE("Nothing but a plain file of ours is read or removed") {
  const PrivateDirectory directory;
  const PrivateDirectory elsewhere;
  click_and_die(directory);
  const auto journal = only_file(directory);
  const auto kept = elsewhere.path() + "/kept";
  const auto name = directory.path() + "/actions-0123456789abcdef.journal";

  SECTION("a symbolic link") {
    std::filesystem::rename(journal, kept);
    std::filesystem::create_symlink(kept, name);
  }
  SECTION("a second name of another file") {
    std::filesystem::rename(journal, kept);
    std::filesystem::create_hard_link(kept, name);
  }
  SECTION("a pipe") {
    std::filesystem::remove(journal);
    REQUIRE(::mkfifo(name.c_str(), 0600) == 0);
  }
  SECTION("a directory") {
    std::filesystem::remove(journal);
    std::filesystem::create_directory(name);
  }
  SECTION("a file that others can read") {
    std::filesystem::rename(journal, name);
    REQUIRE(::chmod(name.c_str(), 0644) == 0);
  }
  SECTION("a file that is too large") {
    std::filesystem::rename(journal, name);
    std::filesystem::resize_file(name, 1024 * 1024 + 1);
  }
  SECTION("a file of another user") {
    if (::geteuid() == 0) {  // only root can give one away
      std::filesystem::rename(journal, name);
      REQUIRE(::chown(name.c_str(), 65534, 65534) == 0);
    } else {
      std::filesystem::rename(journal, kept);
      std::filesystem::create_symlink(kept, name);
    }
  }
  Run next(directory);

  CHECK(next.journal.left_by_earlier_runs(notes).empty());
  CHECK(next.log == std::vector<std::string>{"event=journal_ignored"});
  CHECK(std::filesystem::exists(std::filesystem::symlink_status(name)));
}

TEST_CASE("Files of other names are not opened") {
  const PrivateDirectory directory;
  for (const auto* name : {"actions-0123456789ABCDEF.journal", "actions-.journal", "profile.json"})
    std::ofstream(directory.path() + "/" + name) << "theirs";

  Run run(directory);

  CHECK(run.journal.left_by_earlier_runs(notes).empty());
  CHECK(run.log.empty());
  CHECK(directory.files().size() == 3);
}

TEST_CASE("What happened long ago is told to nobody") {
  const PrivateDirectory directory;
  click_and_die(directory);

  Run next(directory);
  next.now += std::chrono::days{31};

  CHECK(next.journal.left_by_earlier_runs(notes).empty());
  CHECK(directory.files().empty());
}

TEST_CASE("Without room on the disk begin says so, and works again when there is") {
  const PrivateDirectory directory;
  Run run(directory);
  {
    const NoRoom full;
    const auto refused = run.journal.begin(ActionKind::click, notes);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().layer == Layer::operating_system);
    CHECK(refused.error().message.starts_with("nothing was sent, because the journal"));
    CHECK_FALSE(refused.error().hint.empty());
  }
  CHECK(run.journal.begin(ActionKind::click, notes));
}

TEST_CASE("Many open actions are told in a few lines") {
  const PrivateDirectory directory;
  die_after(directory, [](FileJournal& journal) {
    for (int count = 0; count < 20; ++count) (void)journal.begin(ActionKind::click, notes);
  });

  Run next(directory);
  const auto notes_told = executor::notes_of(next.journal.left_by_earlier_runs(notes));

  CHECK(notes_told.size() == 9);
  CHECK(notes_told[0] == "note: 12 more actions of earlier runs of secondseat may have happened");
  CHECK(notes_told[8] ==
        "note: an earlier run of secondseat ended while the outcome of a click on this application was unknown "
        "(2026-12-01 12:00:00 UTC); it may have happened");
  CHECK(next.log.size() == 9);
}
