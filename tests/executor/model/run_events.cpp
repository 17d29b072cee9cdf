// Run: what the agent and the human do.
#include <algorithm>

#include <fmt/format.h>

#include "executor/model/run.hpp"

namespace secondseat::test {
namespace {

using Kind = Event::Kind;

/// What a sensible agent would do this to.
bool suits(Kind kind, const std::string& described) {
  const bool holds_value = described.starts_with("text") || described.starts_with("check box");
  return holds_value || (kind == Kind::click && described.starts_with("push button"));
}

}  // namespace

void Run::happens(const Event& event) {
  using namespace std::chrono_literals;
  constexpr std::array<Clock::Duration, 7> waits{1ms, 100ms, 2s, 6s, 12s, 95s, 125s};
  const auto application = event.a % applications_on_desk;
  switch (event.kind) {
    case Kind::list: {
      const auto call = start(std::nullopt, std::nullopt);
      spawn(call, [this, call] { return serve_listing(call); });
      break;
    }
    case Kind::read: {
      ReadRequest request;
      request.app = spelled(application, event.b);
      request.full = event.c % 2 == 0;
      request.screenshot = false;
      const auto call = start(std::nullopt, std::nullopt);
      spawn(call, [this, call, request] { return serve_read(call, request); });
      break;
    }
    case Kind::click:
    case Kind::set_value: act(event); break;
    case Kind::repeat: repeat(event); break;
    case Kind::cancel: {
      std::vector<std::size_t> under_way;
      for (std::size_t call = 0; call < record_.calls.size(); ++call)
        if (!record_.calls[call].ended) under_way.push_back(call);
      if (!under_way.empty()) stop(under_way[event.a % under_way.size()]);
      break;
    }
    case Kind::stop:
    case Kind::end_of_stream:
      for (std::size_t call = 0; call < record_.calls.size(); ++call)
        if (record_.calls[call].connection + 1 == static_cast<int>(servers_.size())) stop(call);
      if (event.kind == Kind::stop) break;
      [[fallthrough]];
    case Kind::revoke:
      close();
      if (event.b % 2 == 0) turns(1 + event.c % 4);
      if (event.b % 4 < 3) connect();  // else what comes next meets the closed connection
      break;
    case Kind::trust: trusts_ = true; break;
    case Kind::answer: answer(event); break;
    case Kind::wait: wait(waits[event.b % waits.size()]); break;
    default: desk_.happens(event); break;
  }
  witness_.look();
  turns(event.turns);
}

std::string Run::spelled(unsigned application, unsigned how) const {
  switch (how % 16) {
    case 0: return "Editor";
    case 1:
    case 2:
    case 3: return fmt::format("pid:{}", desk_.pid(application));
    default: return Desk::path(application);
  }
}

const KnownState* Run::choose_state(const NativeRef& application, const Event& event) const {
  if (known_.empty()) return nullptr;
  if (event.b % 16 == 6) return &known_[event.c % known_.size()];
  std::size_t skip = event.b % 16 == 5 ? 1 : 0;
  for (auto state = known_.rbegin(); state != known_.rend(); ++state) {
    const bool is_here = state->given.connection + 1 == static_cast<int>(servers_.size());
    if (is_here && state->given.application == application && skip-- == 0) return &*state;
  }
  return &known_.back();
}

void Run::act(const Event& event) {
  const auto application = event.a % applications_on_desk;
  const NativeRef present{desk_.present(application)};
  const auto* const state = choose_state(present, event);
  ActRequest request;
  const auto how = event.a / applications_on_desk;
  request.app = spelled(application, how);
  request.state = state == nullptr || event.b % 16 == 7 ? "s:0123456789abcdef:1" : state->given.id;
  std::vector<int> elements;
  std::optional<Meant> meant;
  int element = static_cast<int>(event.c);
  if (state != nullptr) {
    for (const auto& [number, described] : state->lines)
      if (suits(event.kind, described) || event.c % 16 == 0) elements.push_back(number);
    if (!elements.empty()) element = elements[event.c % elements.size()];
    const bool is_its_application = how % 16 == 0 || state->given.application == present;
    const bool is_here = state->given.connection + 1 == static_cast<int>(servers_.size());
    if (!elements.empty() && is_its_application && is_here && request.state == state->given.id)
      meant = meaning(*state, element, witness_.reads()[state->read].content.tree);
  }
  const bool is_switch =
      state != nullptr && state->lines.contains(element) && state->lines.at(element).starts_with("check box");
  auto value = is_switch ? std::string(event.a % 4 < 2 ? "on" : "off") : fmt::format("v{}", record_.calls.size());
  const auto way = event.c / 16 % 4;  // half of what could be done by an action goes by the pointer or the keyboard
  if (event.kind == Kind::click)
    request.action = Click{element, way == 2 ? Button::right : Button::left, way == 3 ? 2 : 1};
  else if (way < 2 || is_switch)
    request.action = SetValue{element, std::move(value)};
  else
    request.action = Typing{element, way == 2 ? value : value + '\t'};
  const auto call = start(std::move(request), std::move(meant));
  spawn(call, [this, call] { return serve_action(call); });
}

void Run::repeat(const Event& event) {
  std::vector<std::size_t> actions;
  for (std::size_t call = 0; call < record_.calls.size(); ++call)
    if (record_.calls[call].action) actions.push_back(call);
  if (actions.empty()) return;
  const auto& first = record_.calls[actions[actions.size() - 1 - event.a % actions.size()]];
  const bool is_here = first.connection + 1 == static_cast<int>(servers_.size());
  auto request = first.action;
  auto meant = is_here ? first.meant : std::nullopt;
  const auto call = start(std::move(request), std::move(meant));
  spawn(call, [this, call] { return serve_action(call); });
}

void Run::stop(std::size_t call) {
  auto& stopped = record_.calls[call].stopped;
  if (stopped || record_.calls[call].ended) return;
  stopped = trace_.turn;
  stops_[call].request_stop();
}

Task<Result<Decision>> Run::Human::ask(Question question) {
  const auto application = question.program == Desk::path(0) ? 0U : 1U;
  const NativeRef asked_about{run.desk_.present(application)};
  if (run.trusts_) {
    run.allow(call, asked_about, Decision::task);
    co_return Decision::task;
  }
  auto answer = std::make_shared<async::OneShot<Result<Decision>>>(co_await asio::this_coro::executor);
  run.questions_.push_back({call, asked_about, answer});
  co_return co_await answer->get();
}

void Run::answer(const Event& event) {
  const auto is_over = [this](const Open& open) {
    return open.answer->is_set() || record_.calls[static_cast<std::size_t>(open.call)].ended;
  };
  std::erase_if(questions_, is_over);
  if (questions_.empty()) return;
  const auto& open = questions_[event.a % questions_.size()];
  constexpr std::array decisions{Decision::task, Decision::task, Decision::once,
                                 Decision::once, Decision::deny, Decision::always};
  const auto choice = event.b % (decisions.size() + 1);
  if (choice == decisions.size()) {
    open.answer->set(fail(Layer::consent, ErrorCode::unanswered, "the human closed the question"));
    return;
  }
  allow(open.call, open.application, decisions[choice]);
  open.answer->set(decisions[choice]);
}

void Run::allow(int call, const NativeRef& application, Decision decision) {
  if (decision != Decision::task && decision != Decision::once) return;
  if (record_.ended.contains(application)) return;
  record_.allowed.push_back(
      {record_.calls[static_cast<std::size_t>(call)].connection, application, decision, trace_.turn});
}

}  // namespace secondseat::test
