// ParkedCall: a modern tool call whose coroutine waits, between two requests of its client, for the user's answer. Loop only.
//
// A modern server cannot ask. It answers `input_required` with a token, and the client calls again with the user's answer and
// the token: requestState. The waiting coroutine is the state; the token names it, once.
#pragma once

#include <string>
#include <variant>

#include "async/mailbox.hpp"
#include "async/one_shot.hpp"
#include "mcp/tool_answer.hpp"
#include "secondseat/progress.hpp"
#include "secondseat/questions.hpp"
#include "secondseat/stop.hpp"

namespace secondseat::mcp {

class ParkedCall final : public Questions, public Progress {
 public:
  /// What the call comes to next: the user has to be asked, or it is done.
  using Step = std::variant<Question, ToolAnswer>;

  explicit ParkedCall(asio::any_io_executor loop) : loop_(loop), steps_(std::move(loop)) {}

  /// The call's side: suspends it until answer().
  Task<Result<Decision>> ask(Question question) override;
  void finish(ToolAnswer answer);
  void waiting(std::string_view what) override;

  /// The session's side. Nothing: the call was stopped.
  Task<std::optional<Step>> next() { return steps_.receive(); }
  /// No question open: ignored, the call has given up waiting.
  void answer(Result<Decision> decision);
  /// The question that is open, to be put again.
  const Question* open_question() const { return answer_ == nullptr ? nullptr : &question_; }

  StopSource run;                ///< stops the call
  int times_put = 0;             ///< how often the open question went to the client
  Progress* listener = nullptr;  ///< the request that waits for the next step; none while there is none

 private:
  asio::any_io_executor loop_;
  async::Mailbox<Step> steps_;
  Question question_;
  async::OneShot<Result<Decision>>* answer_ = nullptr;  // lives in the frame of ask()
};

}  // namespace secondseat::mcp
