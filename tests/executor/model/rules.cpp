// The rules that the executor must keep in every run, each as a sentence that says how it was broken.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "executor/model/record.hpp"

namespace secondseat::test {
namespace {

using Broken = std::optional<std::string>;

const NativeRef* target(const NativeAction& action) {
  const auto element = [](const auto& any) -> const NativeRef* {
    if constexpr (requires { any.element; })
      return &any.element;
    else
      return nullptr;
  };
  return std::visit(element, action);
}

/// What is put into an element.
std::optional<std::string> text_in(const NativeAction& action) {
  if (const auto* set = std::get_if<SetText>(&action)) return set->text;
  if (const auto* insert = std::get_if<InsertText>(&action)) return insert->text;
  if (const auto* type = std::get_if<TypeText>(&action)) return type->text;
  return std::nullopt;
}

std::optional<std::string> text_in(const Action& action) {
  if (const auto* set = std::get_if<SetValue>(&action)) return set->value;
  if (const auto* typing = std::get_if<Typing>(&action)) return typing->text;
  return std::nullopt;
}

/// What one call did and what it said.
class Judge {
 public:
  Judge(const Record& record, std::size_t number)
      : record_(record), call_(record.calls[number]), number_(static_cast<int>(number)) {
    for (const auto& told : record.told) {
      if (told.by.call != number_) continue;
      ++told_;
      sent_ += told.times_sent;
      landed_ += told.times_landed;
    }
  }

  Broken judge() const {
    if (told_ > 1 || sent_ > 1) return broken("was sent more than once");
    if (landed_ > 1) return broken("landed more than once");
    if (sent_ > 0 && !call_.action) return broken("is a read, and something was sent");
    for (const auto& looked : record_.looked)
      if (looked.by.call == number_)
        if (auto rule = judge_passage(looked.by.handed_over, looked.application)) return rule;
    for (const auto& told : record_.told)
      if (told.by.call == number_) {
        if (auto rule = judge_passage(told.by.handed_over, told.request.application)) return rule;
        if (auto rule = judge_state(told)) return rule;
        if (told.sent) {
          if (auto rule = judge_target(told)) return rule;
        }
      }
    return judge_report();
  }

 private:
  Broken broken(std::string_view how) const {
    const auto said = !call_.report                ? std::string("nothing")
                      : !call_.report->has_value() ? std::string(to_string(call_.report->error().code))
                                                   : (*call_.report)->headline();
    return fmt::format("call {} {} (it said: {})", number_, how, said);
  }

  /// What must hold in the turn in which an action or a read was handed to the AX queue.
  Broken judge_passage(Turn handed, const NativeRef& application) const {
    const auto& connection = record_.connections[static_cast<std::size_t>(call_.connection)];
    if (call_.stopped && handed > *call_.stopped) return broken("was dispatched after it had been stopped");
    if (connection.close_began && handed > *connection.close_began)
      return broken("was dispatched after its connection had been closed");
    const auto ended = record_.ended.find(application);
    if (ended != record_.ended.end() && handed > ended->second)
      return broken("was dispatched to a process that had ended");
    const auto covers = [&](const Allowed& allowed) {
      const bool while_asked = allowed.decision == Decision::task || call_.began <= allowed.at;
      return allowed.connection == call_.connection && allowed.application == application && allowed.at <= handed &&
             while_asked;
    };
    if (std::none_of(record_.allowed.begin(), record_.allowed.end(), covers))
      return broken("was dispatched although nobody had allowed it");
    return std::nullopt;
  }

  Broken judge_state(const Told& told) const {
    const auto& connection = record_.connections[static_cast<std::size_t>(call_.connection)];
    if (connection.closed && told.sent && *told.sent > *connection.closed)
      return broken("was sent after its connection had closed");
    const auto named = std::find_if(record_.states.begin(), record_.states.end(),
                                    [&](const GivenState& state) { return state.id == call_.action->state; });
    if (named == record_.states.end() || named->connection != call_.connection)
      return broken("was dispatched on a state that this connection never gave");
    const auto is_newer = [&](const GivenState& state) {
      return state.connection == named->connection && state.application == named->application &&
             state.window == named->window && state.sequence > named->sequence && state.at < told.by.handed_over;
    };
    if (std::any_of(record_.states.begin(), record_.states.end(), is_newer))
      return broken("was dispatched on a state that was not the newest of its window");
    return std::nullopt;
  }

  Broken judge_target(const Told& told) const {
    if (!call_.meant) return broken("was sent, although it named nothing that its state showed");
    if (told.request.application != call_.meant->application) return broken("was sent to another application");
    const auto* const element = target(told.request.action);
    if (element == nullptr || !call_.meant->elements.contains(*element))
      return broken("was sent to another element than the one named");
    if (told.landed && told.landed_at == told.sent && !call_.meant->described.starts_with(named(*told.landed)))
      return broken("landed on an element that looked different");
    if (const auto text = text_in(told.request.action); text && text != text_in(call_.action->action))
      return broken("typed something else than it was given");
    return std::nullopt;
  }

  static std::string named(const scripted::Landed& landed) {
    return landed.name.empty() ? landed.role : fmt::format("{} \"{}\"", landed.role, landed.name);
  }

  Broken judge_report() const {
    if (!call_.ended || !call_.action) return std::nullopt;
    if (!call_.report) return broken("ended without an answer");
    if (!call_.report->has_value()) {
      const auto code = call_.report->error().code;
      if (code == ErrorCode::internal) return broken("met an exception: " + call_.report->error().message);
      const bool may_be_sent = code == ErrorCode::stopped && call_.stopped;
      if (sent_ > 0 && !may_be_sent) return broken("failed, but was sent");
      return std::nullopt;
    }
    const auto& report = **call_.report;
    switch (report.outcome) {
      case Outcome::refused:
      case Outcome::not_dispatched:
        if (sent_ > 0) return broken("was sent");
        break;
      case Outcome::confirmed:
      case Outcome::unverified:
        if (report.route == "none" ? sent_ > 0 : sent_ != 1 || landed_ + lost() != 1)
          return broken(fmt::format("was sent {} times and landed {} times", sent_, landed_));
        break;
      case Outcome::unknown: break;
    }
    if (unanswered() && report.outcome != Outcome::unknown) return broken("was not answered, but is said to be known");
    return std::nullopt;
  }

  bool unanswered() const {
    return std::any_of(record_.told.begin(), record_.told.end(), [this](const Told& told) {
      return told.by.call == number_ && told.answer == Delivery::no_answer;
    });
  }

  /// Sent, and its element was gone when it should have landed: the scripted desktop answers all the same.
  int lost() const {
    const auto is_lost = [this](const Told& told) { return told.by.call == number_ && told.sent && !told.landed; };
    return static_cast<int>(std::count_if(record_.told.begin(), record_.told.end(), is_lost));
  }

  const Record& record_;
  const Call& call_;
  int number_;
  int told_ = 0;
  int sent_ = 0;
  int landed_ = 0;
};

Broken spent_twice(const Record& record) {
  std::map<std::string, int> spent;
  for (const auto& told : record.told) {
    if (told.by.call == no_call) return "something was sent that no call had handed over";
    const auto& action = record.calls[static_cast<std::size_t>(told.by.call)].action;
    if (action && ++spent[action->state] > 1) return "a state was spent twice";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> broken_rule(const Record& record) {
  if (!record.broken.empty()) return record.broken.front();
  for (std::size_t call = 0; call < record.calls.size(); ++call)
    if (auto broken = Judge(record, call).judge()) return broken;
  return spent_twice(record);
}

}  // namespace secondseat::test
