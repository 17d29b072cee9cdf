// ForgetfulJournal: keeps nothing. For a desktop on which nothing real can happen, so that nothing is worth telling after a crash.
// Loop only.
#pragma once

#include "executor/journal.hpp"

namespace secondseat::executor {

class ForgetfulJournal final : public Journal {
 public:
  Result<Entry> begin(ActionKind, const ApplicationDigest&) override { return Entry(*this, 0); }
  std::vector<Left> left_by_earlier_runs(const ApplicationDigest&) override { return {}; }

 private:
  void finish(std::uint64_t) override {}
};

}  // namespace secondseat::executor
