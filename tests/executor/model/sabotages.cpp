#include "executor/model/sabotages.hpp"

#include <utility>

#include <asio/cancellation_state.hpp>
#include <asio/this_coro.hpp>

namespace secondseat::test {
namespace {

class DesktopBetween : public Desktop {
 public:
  explicit DesktopBetween(Desktop& desktop) : desktop_(desktop) {}
  Task<Result<std::vector<RunningApplication>>> applications(Deadline deadline) override {
    return desktop_.applications(deadline);
  }
  Task<Result<WindowContent>> read(ReadWindow request, Deadline deadline) override {
    return desktop_.read(std::move(request), deadline);
  }
  Task<Result<Performed>> perform(Perform request, std::stop_token stop, Deadline deadline) override {
    return desktop_.perform(std::move(request), std::move(stop), deadline);
  }
  Task<void> close() override { return desktop_.close(); }

 protected:
  Desktop& desktop_;
};

class SendsAgain final : public DesktopBetween {
  using DesktopBetween::DesktopBetween;
  Task<Result<Performed>> perform(Perform request, std::stop_token stop, Deadline deadline) override {
    auto first = co_await desktop_.perform(request, stop, deadline);
    if (!first || first->delivery != Delivery::no_answer) co_return first;
    const Deadline a_little_later{deadline.at + std::chrono::milliseconds{500}};
    co_return co_await desktop_.perform(std::move(request), std::move(stop), a_little_later);
  }
};

class MistakesTwins final : public DesktopBetween {
  using DesktopBetween::DesktopBetween;
  Task<Result<Performed>> perform(Perform request, std::stop_token stop, Deadline deadline) override {
    if (auto* invoke = std::get_if<Invoke>(&request.action)) {
      auto& ref = invoke->element.text;
      if (ref.ends_with("save1")) ref.back() = '2';
    }
    return desktop_.perform(std::move(request), std::move(stop), deadline);
  }
};

class DeniesSending final : public DesktopBetween {
  using DesktopBetween::DesktopBetween;
  Task<Result<Performed>> perform(Perform request, std::stop_token stop, Deadline deadline) override {
    auto performed = co_await desktop_.perform(std::move(request), std::move(stop), deadline);
    if (performed && performed->delivery == Delivery::no_answer) performed->delivery = Delivery::not_sent;
    co_return performed;
  }
};

class ConnectionAround : public Connection {
 public:
  explicit ConnectionAround(Connection& connection) : connection_(connection) {}
  Task<Result<std::vector<ListedApplication>>> list_apps(Caller caller) override {
    return connection_.list_apps(std::move(caller));
  }
  Task<Result<StateView>> get_app_state(ReadRequest request, Caller caller) override {
    return connection_.get_app_state(std::move(request), std::move(caller));
  }
  Task<Result<ActionReport>> act(ActRequest request, Caller caller) override {
    return connection_.act(std::move(request), std::move(caller));
  }
  Task<Result<SequenceReport>> act_in_order(SequenceRequest request, Caller caller) override {
    return connection_.act_in_order(std::move(request), std::move(caller));
  }
  Task<Result<WaitReport>> wait_for(WaitRequest request, Caller caller) override {
    return connection_.wait_for(std::move(request), std::move(caller));
  }
  Task<void> close() override { return connection_.close(); }

 protected:
  Connection& connection_;
};

class ActsOnAFreshState final : public ConnectionAround {
  using ConnectionAround::ConnectionAround;
  Task<Result<ActionReport>> act(ActRequest request, Caller caller) override {
    auto first = co_await connection_.act(request, caller);
    if (!first || first->outcome != Outcome::refused || !first->state) co_return first;
    request.state = first->state->state_id;
    co_return co_await connection_.act(std::move(request), std::move(caller));
  }
};

class AlwaysYes final : public Questions {
  Task<Result<Decision>> ask(Question) override { co_return Decision::task; }
};

class AllowsEverything final : public ConnectionAround {
  using ConnectionAround::ConnectionAround;
  Task<Result<StateView>> get_app_state(ReadRequest request, Caller caller) override {
    caller.questions = &yes_;
    return connection_.get_app_state(std::move(request), std::move(caller));
  }
  AlwaysYes yes_;
};

class IgnoresStop final : public ConnectionAround {
  using ConnectionAround::ConnectionAround;
  Task<Result<ActionReport>> act(ActRequest request, Caller caller) override {
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    caller.stop = StopToken();
    co_return co_await connection_.act(std::move(request), std::move(caller));
  }
};

template <class Between>
Sabotage between() {
  Sabotage made;
  made.of_desktop = [](Desktop& desktop) { return std::make_unique<Between>(desktop); };
  return made;
}

template <class Around>
Sabotage around() {
  Sabotage made;
  made.of_connection = [](Connection& connection) { return std::make_unique<Around>(connection); };
  return made;
}

}  // namespace

Sabotage sends_again() { return between<SendsAgain>(); }
Sabotage mistakes_twins() { return between<MistakesTwins>(); }
Sabotage denies_sending() { return between<DeniesSending>(); }
Sabotage acts_on_a_fresh_state() { return around<ActsOnAFreshState>(); }
Sabotage allows_everything() { return around<AllowsEverything>(); }
Sabotage ignores_stop() { return around<IgnoresStop>(); }

}  // namespace secondseat::test
