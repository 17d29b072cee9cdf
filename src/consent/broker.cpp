#include "consent/broker.hpp"

#include <utility>

#include <fmt/format.h>

#include "async/within.hpp"
#include "base/try.hpp"

namespace secondseat::consent {
namespace {

tl::unexpected<Error> refused_by_user(const std::string& path) {
  return fail(Layer::consent, ErrorCode::denied, fmt::format("the user declined access to {}", path),
              "It will not be asked again in this task. Go on without this application.");
}

}  // namespace

Task<Result<GrantRef>> Broker::ensure(std::shared_ptr<const ProcessInstance> process, std::string label,
                                      Caller caller) {
  auto known = decided(*process);
  if (!known || *known) co_return known;

  auto& asking = asking_[process->identity().digest];
  const auto answers_before = asking.answers;
  const auto turn = co_await asking.line.enter();
  if (asking.answers != answers_before) {
    const bool for_this_instance = asking.last && (*asking.last)->instance_id == process->instance_id();
    if (!asking.last || for_this_instance) co_return asking.last;
  }
  known = decided(*process);
  if (!known || *known) co_return known;

  auto answer = co_await ask(process, std::move(label), caller);
  const bool remembered = answer || answer.error().code == ErrorCode::denied;
  if (remembered) {
    asking.last = answer;
    ++asking.answers;
  }
  co_return answer;
}

Task<Result<GrantRef>> Broker::ask(std::shared_ptr<const ProcessInstance> process, std::string label, Caller caller) {
  const auto& identity = process->identity();
  if (caller.questions == nullptr)
    co_return fail(Layer::consent, ErrorCode::unaskable, fmt::format("nobody can be asked about {}", identity.path),
                   "Use a client that shows questions (MCP elicitation).");
  Question question;
  question.program = identity.path;
  question.label = std::move(label);
  question.agent = caller.agent;
  question.choices = {Decision::once, Decision::task, Decision::deny};

  const auto asked_in = generation_;
  auto asked = caller.questions->ask(std::move(question));
  const auto deadline = Deadline::after(clock_, patience_.limit);
  const auto answer = co_await async::within(clock_, deadline, std::move(asked));
  if (!answer && answer.error().code == ErrorCode::timed_out)
    co_return fail(Layer::consent, ErrorCode::unanswered,
                   fmt::format("the user did not answer about {} in time", identity.path),
                   "Nothing was done. Ask again when the user is there.");
  if (!answer) co_return tl::unexpected(answer.error());
  if (generation_ != asked_in || caller.stop.stop_requested())
    co_return fail(Layer::consent, ErrorCode::unanswered, "the question was withdrawn before it was answered");
  if (*answer == Decision::deny) {
    refused_[identity.digest] = identity.path;
    co_return refused_by_user(identity.path);
  }
  if (*answer == Decision::always)
    co_return fail(Layer::consent, ErrorCode::unanswered, "the answer was not one of the choices offered");
  CO_TRY_VOID(process->check());
  co_return grant(*process, *answer);
}

GrantRef Broker::grant(const ProcessInstance& process, Decision reach) {
  auto made = std::make_shared<Grant>(Grant{process.instance_id(), reach, false});
  std::erase_if(for_one_call_, [](const auto& held) { return held.expired(); });
  if (reach == Decision::once)
    for_one_call_.push_back(made);
  else
    for_task_[process.instance_id()] = made;
  return made;
}

Result<GrantRef> Broker::decided(const ProcessInstance& process) const {
  const auto granted = for_task_.find(process.instance_id());
  if (granted != for_task_.end()) return GrantRef(granted->second);
  if (refused_.contains(process.identity().digest)) return refused_by_user(process.identity().path);
  return GrantRef{};
}

Result<void> Broker::check(const Grant& grant, const ProcessInstance& process) {
  if (grant.revoked || grant.instance_id != process.instance_id())
    return fail(Layer::consent, ErrorCode::denied, fmt::format("access to {} is not granted", process.identity().path),
                "Select the application again; the user will be asked.");
  return process.check();
}

bool Broker::is_granted(const ProcessInstance& process) const { return for_task_.contains(process.instance_id()); }

void Broker::forget() {
  ++generation_;
  for (auto& [instance, held] : for_task_) held->revoked = true;
  for (const auto& held : for_one_call_)
    if (const auto grant = held.lock()) grant->revoked = true;
  for_task_.clear();
  for_one_call_.clear();
}

}  // namespace secondseat::consent
