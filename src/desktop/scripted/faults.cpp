#include "desktop/scripted/faults.hpp"

#include <algorithm>

namespace secondseat::scripted {

void Faults::fail_next(Call call, const std::vector<ErrorCode>& codes) {
  for (const auto code : codes) failures_.push_back({call, code});
}

void Faults::hold(Call call, Hold hold, std::string application, Keeps keeps) {
  holds_.push_back({call, hold, std::move(application), keeps});
}

std::optional<Error> Faults::next_failure(Call call) {
  const auto is_for_it = [call](const Failure& failure) { return failure.call == call; };
  const auto next = std::find_if(failures_.begin(), failures_.end(), is_for_it);
  if (next == failures_.end()) return std::nullopt;
  const auto code = next->code;
  failures_.erase(next);
  return Error{Layer::backend, code, std::string("the script says so: ") += to_string(code), {}};
}

Faults::Held Faults::held(Call call, std::string_view application) const {
  for (const auto& held : holds_)
    if (held.call == call && (held.application.empty() || held.application == application)) return held;
  return {};
}

std::shared_ptr<async::Event> Faults::gate(const asio::any_io_executor& loop) {
  if (!gate_) gate_ = std::make_shared<async::Event>(loop);
  return gate_;
}

void Faults::release() {
  holds_.clear();
  if (gate_) gate_->set();
  gate_.reset();
}

}  // namespace secondseat::scripted
