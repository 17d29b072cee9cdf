// Witness: stands between the executor and the scripted desktop, marks each read in the window's title, so that a state can be
// laid beside the tree it was made from, and notes for which call each action came. AX thread, which is the loop here.
#pragma once

#include <vector>

#include "executor/model/record.hpp"

namespace secondseat::test {

class Witness final : public Desktop {
 public:
  Witness(scripted::ScriptedDesktop& desktop, Trace& trace, Record& record)
      : desktop_(desktop), trace_(trace), record_(record) {}

  Task<Result<std::vector<RunningApplication>>> applications(Deadline deadline) override;
  Task<Result<WindowContent>> read(ReadWindow request, Deadline deadline) override;
  Task<Result<Performed>> perform(Perform request, std::stop_token stop, Deadline deadline) override;
  Task<void> close() override { return desktop_.close(); }

  struct Read {
    NativeRef application;
    WindowContent content;
  };
  const std::vector<Read>& reads() const { return reads_; }
  /// Brings the record up to what was sent and has landed by now.
  void look();

 private:
  scripted::ScriptedDesktop& desktop_;
  Trace& trace_;
  Record& record_;
  std::vector<Read> reads_;
  std::size_t sent_seen_ = 0;
  std::size_t landed_seen_ = 0;
};

}  // namespace secondseat::test
