#include "mcp/parked_call.hpp"

#include <utility>

namespace secondseat::mcp {

Task<Result<Decision>> ParkedCall::ask(Question question) {
  async::OneShot<Result<Decision>> answer(loop_);
  struct Open {  // however the wait ends
    ~Open() { call.answer_ = nullptr; }
    ParkedCall& call;
  };
  answer_ = &answer;
  const Open open{*this};
  question_ = question;
  times_put = 0;
  steps_.send(std::move(question));
  co_return co_await answer.get();
}

void ParkedCall::finish(ToolAnswer answer) {
  steps_.send(std::move(answer));
  steps_.close();
}

void ParkedCall::waiting(std::string_view what) {
  if (listener != nullptr) listener->waiting(what);
}

void ParkedCall::answer(Result<Decision> decision) {
  if (answer_ != nullptr) answer_->set(std::move(decision));
}

}  // namespace secondseat::mcp
