// AxQueue with its real thread; runs under TSan.
#include "async/ax_queue.hpp"

#include <future>
#include <string>
#include <thread>

#include "async/clock.hpp"
#include "async/virtual_time.hpp"
#include "catch.hpp"

using namespace std::chrono_literals;
using namespace secondseat;
using async::AxQueue;

namespace {

/// A loop that waits for the other thread instead of calling that a deadlock.
struct RealLoop {
  asio::io_context io{1};
  async::SystemClock clock;

  void run(std::function<Task<void>()> body) {
    std::optional<std::exception_ptr> outcome;
    auto finish = [&outcome](std::exception_ptr failure) { outcome = std::move(failure); };
    asio::co_spawn(io, std::move(body), finish);
    while (!outcome) {
      io.restart();
      io.run_one();
    }
    if (*outcome) std::rethrow_exception(*outcome);
  }
};

Task<Result<int>> value_of(int value) { co_return value; }

/// Holds the AX thread up until it is opened.
struct Barrier {
  std::promise<void> reached;
  std::promise<void> opened;
  auto job() {
    return [this](std::stop_token) -> Task<Result<int>> {
      reached.set_value();
      opened.get_future().wait();
      return value_of(1);
    };
  }
};

/// Waits until it is unwound, and says that it was.
Task<Result<int>> wait_for_ever(std::promise<void>& started, std::promise<bool>& unwound, std::stop_token stop) {
  struct Leaving {
    std::promise<bool>& told;
    std::stop_token stop;
    ~Leaving() { told.set_value(stop.stop_requested()); }
  };
  const Leaving leaving{unwound, std::move(stop)};
  asio::steady_timer never(co_await asio::this_coro::executor, asio::steady_timer::time_point::max());
  started.set_value();
  co_await never.async_wait(asio::use_awaitable);
  co_return 1;
}

}  // namespace

TEST_CASE("a job runs on the AX thread and its value crosses") {
  RealLoop loop;
  AxQueue queue(loop.io.get_executor());
  const auto here = std::this_thread::get_id();

  loop.run([&]() -> Task<void> {
    auto ticket =
        queue.submit([](std::stop_token) -> Task<Result<std::thread::id>> { co_return std::this_thread::get_id(); });
    const auto there = co_await ticket.result(loop.clock, Deadline::never());
    CHECK(there.value() != here);
  });

  CHECK(queue.outstanding() == 0);
}

TEST_CASE("a job that throws is an internal error of its own") {
  RealLoop loop;
  AxQueue queue(loop.io.get_executor());

  loop.run([&]() -> Task<void> {
    auto ticket = queue.submit([](std::stop_token) -> Task<Result<int>> {
      throw std::runtime_error("broken");
      co_return 1;
    });
    const auto answer = co_await ticket.result(loop.clock, Deadline::never());
    CHECK(answer.error().code == ErrorCode::internal);
  });
}

TEST_CASE("a job withdrawn before it started never starts") {
  RealLoop loop;
  AxQueue queue(loop.io.get_executor());
  Barrier barrier;
  bool ran = false;

  loop.run([&]() -> Task<void> {
    auto first = queue.submit(barrier.job());
    barrier.reached.get_future().wait();
    auto second = queue.submit([&ran](std::stop_token) {
      ran = true;
      return value_of(2);
    });
    CHECK(second.abandon());
    CHECK_FALSE(first.abandon());
    barrier.opened.set_value();
    co_await queue.drain();
  });

  CHECK_FALSE(ran);
}

TEST_CASE("a job that could not start by its deadline says so, and that nothing was sent") {
  async::TestLoop loop;
  Barrier barrier;
  bool ran = false;
  {
    AxQueue queue(loop.executor());
    loop.run([&]() -> Task<void> {
      auto first = queue.submit(barrier.job());
      barrier.reached.get_future().wait();
      auto second = queue.submit([&ran](std::stop_token) {
        ran = true;
        return value_of(2);
      });
      const auto first_deadline = Deadline::after(loop.clock(), 5s);
      const auto started = co_await first.result(loop.clock(), first_deadline);
      const auto queued = co_await second.result(loop.clock(), first_deadline);
      CHECK(started.error().code == ErrorCode::timed_out);
      CHECK(queued.error().code == ErrorCode::native_busy);
    });
    barrier.opened.set_value();
  }

  CHECK_FALSE(ran);
}

TEST_CASE("stop reaches a job on the other thread by post, and drain waits for its end") {
  RealLoop loop;
  AxQueue queue(loop.io.get_executor());
  std::promise<void> started;
  std::promise<bool> unwound;

  loop.run([&]() -> Task<void> {
    {
      auto ticket =
          queue.submit([&](std::stop_token stop) { return wait_for_ever(started, unwound, std::move(stop)); });
      started.get_future().wait();
    }  // its caller leaves
    CHECK(queue.outstanding() == 1);
    co_await queue.drain();
  });

  CHECK(unwound.get_future().get());
  CHECK(queue.outstanding() == 0);
}

TEST_CASE("an answer that comes after its caller left is dropped") {
  RealLoop loop;
  AxQueue queue(loop.io.get_executor());
  Barrier barrier;
  const auto large = std::make_shared<std::string>("an answer");

  loop.run([&]() -> Task<void> {
    {
      auto ticket = queue.submit([&, large](std::stop_token) -> Task<Result<std::shared_ptr<std::string>>> {
        barrier.reached.set_value();
        barrier.opened.get_future().wait();
        co_return large;
      });
      barrier.reached.get_future().wait();
    }
    barrier.opened.set_value();
    co_await queue.drain();
  });

  CHECK(large.use_count() == 1);
}

TEST_CASE("destroying the queue unwinds what still runs") {
  std::promise<void> started;
  std::promise<bool> unwound;
  auto left = unwound.get_future();
  asio::io_context io{1};
  {
    AxQueue queue(io.get_executor());
    auto ticket = queue.submit([&](std::stop_token stop) { return wait_for_ever(started, unwound, std::move(stop)); });
    started.get_future().wait();
  }

  CHECK(left.wait_for(0s) == std::future_status::ready);
}
