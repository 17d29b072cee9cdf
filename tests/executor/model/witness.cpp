#include "executor/model/witness.hpp"

#include <fmt/format.h>

#include "base/try.hpp"

namespace secondseat::test {
namespace {

/// The scripted desktop does not wait for quiet, so this field can carry the number under which an action was noted.
constexpr auto usual_quiet = SettleLimits{}.quiet;

}  // namespace

Task<Result<std::vector<RunningApplication>>> Witness::applications(Deadline deadline) {
  return desktop_.applications(deadline);
}

Task<Result<WindowContent>> Witness::read(ReadWindow request, Deadline deadline) {
  const auto application = request.application;
  if (trace_.now.call != no_call) record_.looked.push_back({trace_.now, application});
  CO_TRY(auto content, co_await desktop_.read(std::move(request), deadline));
  content.window.title = fmt::format("r{}", reads_.size());
  reads_.push_back(Read{application, content});
  co_return content;
}

Task<Result<Performed>> Witness::perform(Perform request, std::stop_token stop, Deadline deadline) {
  request.settle.quiet = usual_quiet + Clock::Duration(static_cast<Clock::Duration::rep>(record_.told.size()));
  const auto number = record_.told.size();
  Told told;
  told.by = trace_.now;
  told.request = request;
  record_.told.push_back(std::move(told));
  auto performed = co_await desktop_.perform(std::move(request), std::move(stop), deadline);
  if (performed) record_.told[number].answer = performed->delivery;
  co_return performed;
}

void Witness::look() {
  const auto noted = [this](std::size_t sent) -> Told& {
    const auto number = (desktop_.log()[sent].request.settle.quiet - usual_quiet).count();
    return record_.told[static_cast<std::size_t>(number)];
  };
  for (; sent_seen_ < desktop_.log().size(); ++sent_seen_) {
    auto& told = noted(sent_seen_);
    told.sent = trace_.turn;
    ++told.times_sent;
  }
  for (; landed_seen_ < desktop_.landed().size(); ++landed_seen_) {
    const auto& landed = desktop_.landed()[landed_seen_];
    auto& told = noted(landed.sent);
    told.landed = landed;
    told.landed_at = trace_.turn;
    ++told.times_landed;
  }
}

}  // namespace secondseat::test
