// Journal: says, after a crash, that an action may have happened. Loop only.
//
// An action is begun before it is handed over, and what begin() returned survives the death of the process. It is finished when
// the agent knows what became of it. What is open at the next start may have happened: the agent is told, and decides by reading.
// Nothing of content is kept: which kind of action, on which program, and when.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "secondseat/error.hpp"

namespace secondseat::executor {

/// The numbers are written to disk: one is never given to another kind.
enum class ActionKind : std::uint8_t {
  click = 1,
  set_value = 2,
  type_text = 3,
  press_key = 4,
  scroll = 5,
  drag = 6,
  select_text = 7,
  perform_secondary_action = 8,
  launch = 9,
};
std::string_view to_string(ActionKind kind);

/// Names a program without its path: the first half of the path's SHA-256, so that it outlives an update of the program.
using ApplicationDigest = std::array<unsigned char, 16>;
ApplicationDigest application_digest(std::string_view path);

class Journal {
 public:
  /// One action, for whoever knows what becomes of it. Destroyed without finished() it stays open on purpose: its outcome is
  /// unknown, and the next start says so.
  class Entry {
   public:
    Entry(Journal& journal, std::uint64_t number) : journal_(&journal), number_(number) {}
    Entry(Entry&& other) noexcept : journal_(std::exchange(other.journal_, nullptr)), number_(other.number_) {}
    Entry& operator=(Entry&& other) noexcept {
      journal_ = std::exchange(other.journal_, nullptr);
      number_ = other.number_;
      return *this;
    }
    ~Entry() = default;

    /// The agent knows what became of it, or it was provably not sent. Not durable at once: at worst it is told once more.
    void finished() {
      if (auto* journal = std::exchange(journal_, nullptr)) journal->finish(number_);
    }

   private:
    Journal* journal_;
    std::uint64_t number_;
  };
  /// An action that an earlier run left open. Finished, it is not told again by a later run.
  struct Left {
    ActionKind kind = ActionKind::click;
    std::chrono::sys_seconds at;
    Entry entry;
  };

  virtual ~Journal() = default;

  /// Durable when it returns. An Error: nothing may be dispatched.
  virtual Result<Entry> begin(ActionKind kind, const ApplicationDigest& application) = 0;
  /// What earlier runs left open about this application, oldest first; each is given once.
  virtual std::vector<Left> left_by_earlier_runs(const ApplicationDigest& application) = 0;

 private:
  virtual void finish(std::uint64_t number) = 0;
};

/// "note: an earlier run of secondseat …" for each, a line each, bounded.
std::vector<std::string> notes_of(const std::vector<Journal::Left>& left);

}  // namespace secondseat::executor
