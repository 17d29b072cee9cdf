#include "consent/broker.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "async/one_shot.hpp"
#include "async/scope.hpp"
#include "async/virtual_time.hpp"
#include "catch.hpp"

using namespace std::chrono_literals;
using namespace secondseat;
using async::Scope;
using async::TestLoop;
using consent::Broker;
using consent::GrantRef;
using consent::Patience;

namespace {

class FakeProcess final : public ProcessInstance {
 public:
  FakeProcess(std::string path, std::string instance) : instance_(std::move(instance)) {
    identity_.path = std::move(path);
    identity_.digest = "digest of " + identity_.path;
  }
  pid_t pid() const override { return 7; }
  const Identity& identity() const override { return identity_; }
  const std::string& instance_id() const override { return instance_; }
  Result<void> check() const override {
    if (alive) return {};
    return fail(Layer::identity, ErrorCode::stale, "gone");
  }
  bool alive = true;

 private:
  Identity identity_;
  std::string instance_;
};

std::shared_ptr<FakeProcess> gedit(std::string instance = "1") {
  return std::make_shared<FakeProcess>("/usr/bin/gedit", std::move(instance));
}

/// A human with answers in stock, each given after a while; without one the human is away.
class FakeHuman final : public Questions {
 public:
  explicit FakeHuman(Clock& clock) : clock_(clock) {}
  Task<Result<Decision>> ask(Question question) override {
    asked.push_back(std::move(question));
    const auto number = asked.size() - 1;
    const Showing showing(open);
    if (number >= answers.size()) {
      co_await clock_.sleep_until(clock_.now() + 1h);
      co_return fail(Layer::consent, ErrorCode::unanswered, "away");
    }
    co_await clock_.sleep_until(clock_.now() + 10s);
    co_return answers[number];
  }
  std::vector<Result<Decision>> answers;
  std::vector<Question> asked;
  int open = 0;  // questions on the screen

 private:
  struct Showing {
    explicit Showing(int& counter) : count(counter) { ++count; }
    Showing(const Showing&) = delete;
    ~Showing() { --count; }
    int& count;
  };
  Clock& clock_;
};

struct Seat {
  TestLoop loop;
  FakeHuman human{loop.clock()};
  Broker broker{loop.clock(), Patience()};

  Caller caller(StopToken stop = {}) { return Caller{std::move(stop), &human, "test agent"}; }
  Task<void> ask(std::shared_ptr<const ProcessInstance> process, std::optional<Result<GrantRef>>& answer) {
    answer = co_await broker.ensure(std::move(process), "Gedit", caller());
  }
  Result<GrantRef> ensure(const std::shared_ptr<FakeProcess>& process) {
    std::optional<Result<GrantRef>> answer;
    loop.run([&]() { return ask(process, answer); });
    return *answer;
  }
};

}  // namespace

TEST_CASE("access once is for one call and is asked again") {
  Seat seat;
  seat.human.answers = {Decision::once, Decision::once};
  const auto process = gedit();

  const auto first = seat.ensure(process);
  const bool listed = seat.broker.is_granted(*process);
  const auto second = seat.ensure(process);

  CHECK(Broker::check(**first, *process));
  CHECK_FALSE(listed);
  CHECK(second);
  CHECK(seat.human.asked.size() == 2);
}

TEST_CASE("access for the task is asked once") {
  Seat seat;
  seat.human.answers = {Decision::task};
  const auto process = gedit();

  const auto first = seat.ensure(process);
  const auto second = seat.ensure(process);

  CHECK(first.value() == second.value());
  CHECK(seat.broker.is_granted(*process));
  CHECK(seat.human.asked.size() == 1);
}

TEST_CASE("a refusal is remembered for the task") {
  Seat seat;
  seat.human.answers = {Decision::deny};

  const auto first = seat.ensure(gedit());
  const auto second = seat.ensure(gedit("2"));

  CHECK(first.error().code == ErrorCode::denied);
  CHECK(second.error().code == ErrorCode::denied);
  CHECK(seat.human.asked.size() == 1);
}

TEST_CASE("silence for 120 seconds is no answer and is not remembered") {
  Seat seat;

  const auto first = seat.ensure(gedit());
  const auto waited = seat.loop.clock().now().time_since_epoch();
  seat.ensure(gedit());

  CHECK(first.error().code == ErrorCode::unanswered);
  CHECK(waited == 120s);
  CHECK(seat.human.open == 0);
  CHECK(seat.human.asked.size() == 2);
}

TEST_CASE("an answer that was not offered grants nothing") {
  Seat seat;
  seat.human.answers = {Decision::always};

  const auto answer = seat.ensure(gedit());

  CHECK(answer.error().code == ErrorCode::unanswered);
}

TEST_CASE("where nobody can be asked nothing is granted") {
  Seat seat;
  std::optional<Result<GrantRef>> answer;

  seat.loop.run([&]() -> Task<void> {
    Caller caller;
    answer = co_await seat.broker.ensure(gedit(), std::string("Gedit"), caller);
  });

  CHECK(answer.value().error().code == ErrorCode::unaskable);
}

TEST_CASE("who asks about one application at the same time shares the question and its answer") {
  Seat seat;
  seat.human.answers = {Decision::once};
  const auto process = gedit();
  std::optional<Result<GrantRef>> one;
  std::optional<Result<GrantRef>> two;

  seat.loop.run([&]() -> Task<void> {
    Scope scope(seat.loop.executor());
    scope.spawn([&](StopToken) { return seat.ask(process, one); });
    scope.spawn([&](StopToken) { return seat.ask(process, two); });
    co_await scope.join();
  });

  CHECK(seat.human.asked.size() == 1);
  CHECK(one.value().value() == two.value().value());
}

TEST_CASE("an asker who leaves withdraws the question, and the next one asks") {
  Seat seat;
  std::optional<Result<GrantRef>> one;
  std::optional<Result<GrantRef>> two;

  seat.loop.run([&]() -> Task<void> {
    Scope scope(seat.loop.executor());
    auto leaving = scope.spawn([&](StopToken) { return seat.ask(gedit(), one); });
    scope.spawn([&](StopToken) { return seat.ask(gedit(), two); });
    co_await seat.loop.clock().sleep_until(seat.loop.clock().now() + 5s);
    seat.human.answers = {Decision::deny, Decision::task};
    leaving.request_stop();
    co_await scope.join();
  });

  CHECK_FALSE(one);
  CHECK(two.value());
  CHECK(seat.human.open == 0);
  CHECK(seat.human.asked.size() == 2);
}

TEST_CASE("a refusal shared by waiters is a refusal to each") {
  Seat seat;
  seat.human.answers = {Decision::deny};
  std::optional<Result<GrantRef>> one;
  std::optional<Result<GrantRef>> two;

  seat.loop.run([&]() -> Task<void> {
    Scope scope(seat.loop.executor());
    scope.spawn([&](StopToken) { return seat.ask(gedit("1"), one); });
    scope.spawn([&](StopToken) { return seat.ask(gedit("2"), two); });
    co_await scope.join();
  });

  CHECK(seat.human.asked.size() == 1);
  CHECK(one.value().error().code == ErrorCode::denied);
  CHECK(two.value().error().code == ErrorCode::denied);
}

TEST_CASE("an answer that comes after everything was forgotten changes nothing") {
  Seat seat;
  seat.human.answers = {Decision::task};
  const auto process = gedit();
  std::optional<Result<GrantRef>> answer;

  seat.loop.run([&]() -> Task<void> {
    Scope scope(seat.loop.executor());
    scope.spawn([&](StopToken) { return seat.ask(process, answer); });
    co_await seat.loop.clock().sleep_until(seat.loop.clock().now() + 5s);
    seat.broker.forget();
    co_await scope.join();
  });

  CHECK(answer.value().error().code == ErrorCode::unanswered);
  CHECK_FALSE(seat.broker.is_granted(*process));
}

TEST_CASE("forgetting takes back what is in use") {
  Seat seat;
  seat.human.answers = {Decision::task, Decision::once};
  const auto process = gedit();
  const auto other = std::make_shared<FakeProcess>("/usr/bin/other", "3");
  const auto for_task = seat.ensure(process);
  const auto once = seat.ensure(other);

  seat.broker.forget();

  CHECK(Broker::check(**for_task, *process).error().code == ErrorCode::denied);
  CHECK(Broker::check(**once, *other).error().code == ErrorCode::denied);
  CHECK_FALSE(seat.broker.is_granted(*process));
}

TEST_CASE("a grant is for one process instance, as long as it lives") {
  Seat seat;
  seat.human.answers = {Decision::task, Decision::task};
  const auto process = gedit("1");
  const auto next = gedit("2");

  const auto grant = seat.ensure(process);
  const auto another = Broker::check(**grant, *next);
  seat.ensure(next);
  process->alive = false;
  const auto dead = Broker::check(**grant, *process);

  CHECK(another.error().code == ErrorCode::denied);
  CHECK(seat.human.asked.size() == 2);
  CHECK(dead.error().code == ErrorCode::stale);
}

TEST_CASE("a process that ended while the human thought is not granted") {
  Seat seat;
  seat.human.answers = {Decision::task};
  const auto process = gedit();
  process->alive = false;

  const auto answer = seat.ensure(process);

  CHECK(answer.error().code == ErrorCode::stale);
  CHECK_FALSE(seat.broker.is_granted(*process));
}
