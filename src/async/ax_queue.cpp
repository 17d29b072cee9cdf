#include "async/ax_queue.hpp"

#include <asio/executor_work_guard.hpp>
#include <asio/experimental/as_tuple.hpp>
#include <asio/use_awaitable.hpp>

namespace secondseat::async {

AxQueue::AxQueue(asio::any_io_executor loop)
    : loop_(loop),
      own_context_(std::make_unique<asio::io_context>(1)),
      native_(own_context_->get_executor()),
      idle_(std::move(loop), asio::steady_timer::time_point::max()) {
  thread_.emplace([context = own_context_.get()] {
    const auto stay = asio::make_work_guard(*context);
    context->run();
  });
}

AxQueue::AxQueue(asio::any_io_executor loop, OnLoop)
    : loop_(loop), native_(loop), idle_(std::move(loop), asio::steady_timer::time_point::max()) {}

AxQueue::~AxQueue() {
  if (!thread_) return;
  own_context_->stop();
  thread_->join();
}

void AxQueue::ask_to_stop(std::shared_ptr<NativeJob> job) {
  job->stop.request_stop();
  auto unwind = [job = std::move(job)]() { job->unwinding.request_stop(); };
  asio::post(native_, std::move(unwind));
}

void AxQueue::on_finished() {
  --outstanding_;
  if (outstanding_ == 0) idle_.cancel();
}

Task<void> AxQueue::drain() {
  constexpr auto no_throw = asio::experimental::as_tuple(asio::use_awaitable);
  while (outstanding_ > 0) co_await idle_.async_wait(no_throw);
}

}  // namespace secondseat::async
