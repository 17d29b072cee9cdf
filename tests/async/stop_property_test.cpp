// STOP at every step of two scenarios: structured work with patience, and a native job.
#include <memory>
#include <string>

#include "async/ax_queue.hpp"
#include "async/retry.hpp"
#include "async/scope.hpp"
#include "async/stop_at_each_step.hpp"
#include "async/turnstile.hpp"
#include "async/within.hpp"

using namespace std::chrono_literals;
using namespace secondseat;
using async::AxQueue;
using async::RetrySchedule;
using async::Scope;
using async::TestLoop;

namespace {

/// Counts who is inside, however it is left.
struct Inside {
  explicit Inside(int& counter) : count(counter) { ++count; }
  Inside(const Inside&) = delete;
  ~Inside() { --count; }
  int& count;
};

/// Two children in a scope: one reads patiently under a deadline while it holds a turn, the other waits for the turn.
class PatientRead {
 public:
  explicit PatientRead(TestLoop& loop) : clock_(loop.clock()) {}

  Task<void> run(StopToken) {
    auto body = [this](Scope& scope) -> Task<void> {
      scope.spawn([this](StopToken) { return read(); });
      scope.spawn([this](StopToken) { return read(); });
      co_return;
    };
    co_await async::with_scope(std::move(body));
    finished_ = true;
  }

  void check(const testing::StopRun& run) const {
    CHECK(inside_ == 0);
    CHECK(line_.length() == 0);
    CHECK(finished_ == !run.threw);
    CHECK((finished_ || run.stopped_before));
    if (finished_) CHECK(succeeded_ == 2);
  }

 private:
  Task<void> read() {
    const Inside here(inside_);
    const auto turn = co_await line_.enter();
    const auto deadline = Deadline::after(clock_, 90s);
    auto attempt = [this, tries = 0](Deadline limit) mutable { return try_once(++tries, limit); };
    async::Patience patience(clock_, RetrySchedule(), deadline);
    const auto result = co_await async::retry(patience, std::move(attempt));
    if (result) ++succeeded_;
  }
  Task<Result<int>> try_once(int number, Deadline limit) {
    auto work = answer_after(number == 1 ? 20s : 1s, number);
    co_return co_await async::within(clock_, limit, std::move(work));
  }
  Task<Result<int>> answer_after(Clock::Duration delay, int number) {
    const Inside here(inside_);
    co_await clock_.sleep_until(clock_.now() + delay);
    if (number < 3) co_return fail(Layer::backend, ErrorCode::transient, "not yet");
    co_return number;
  }

  Clock& clock_;
  async::Turnstile line_;
  int inside_ = 0;
  int succeeded_ = 0;
  bool finished_ = false;
};

/// A native job with a wait before and after its irreversible step.
class NativeWork {
 public:
  explicit NativeWork(TestLoop& loop) : clock_(loop.clock()), queue_(loop.executor(), AxQueue::OnLoop{}) {}

  Task<void> run(StopToken) {
    auto asking = ask();
    outcome_ = co_await async::settle(std::move(asking));
  }

  void check(const testing::StopRun& run) const {
    CHECK(queue_.outstanding() == 0);
    CHECK(inside_ == 0);
    CHECK(sent_ <= 1);
    if (run.stopped_before == 0U) CHECK(sent_ == 0);
    if (!outcome_) {
      CHECK(run.stopped_before);  // a coroutine stopped before its first statement has no outcome
    } else if (*outcome_) {
      CHECK(sent_ == 1);
    } else {
      CHECK(outcome_->error().code == ErrorCode::stopped);
    }
  }

 private:
  Task<Result<std::string>> ask() {
    auto ticket = queue_.submit([this](std::stop_token stop) { return job(std::move(stop)); });
    const auto deadline = Deadline::after(clock_, 10s);
    co_return co_await ticket.result(clock_, deadline);
  }
  Task<Result<std::string>> job(std::stop_token stop) {
    const Inside here(inside_);
    co_await clock_.sleep_until(clock_.now() + 1s);
    if (stop.stop_requested()) co_return async::stopped_error();
    ++sent_;
    co_await clock_.sleep_until(clock_.now() + 1s);
    co_return std::string("done");
  }

  Clock& clock_;
  AxQueue queue_;
  int inside_ = 0;
  int sent_ = 0;
  std::optional<Result<std::string>> outcome_;
};

}  // namespace

TEST_CASE("patient work in a scope can be stopped at each of its steps") {
  const auto steps = testing::stop_at_each_step([](TestLoop& loop) { return std::make_unique<PatientRead>(loop); });

  CHECK(steps > 10);
}

TEST_CASE("a native job can be stopped at each of its steps") {
  const auto steps = testing::stop_at_each_step([](TestLoop& loop) { return std::make_unique<NativeWork>(loop); });

  CHECK(steps > 5);
}
