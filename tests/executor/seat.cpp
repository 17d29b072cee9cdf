#include "executor/seat.hpp"

#include <charconv>
#include <stdexcept>

namespace secondseat::test {

Task<Result<Decision>> ListedAnswers::ask(Question question) {
  asked.push_back(std::move(question));
  if (answers.empty()) co_await never_.wait();
  if (takes > Clock::Duration::zero()) co_await clock_.sleep_until(clock_.now() + takes);
  const auto next = answers.front();
  answers.pop_front();
  co_return next;
}

Seat::Seat(scripted::World world) : Seat(std::move(world), forgetful) {}

Seat::Seat(scripted::World world, executor::Journal& journal)
    : desktop(std::move(world), loop.clock()),
      identities(desktop.world()),
      queue(loop.executor(), async::AxQueue::OnLoop{}),
      connection(loop.executor(),
                 {queue, desktop, identities, loop.clock(), journal,
                  [this](std::string_view line) { log.emplace_back(line); }},
                 {}),
      human(loop.executor(), loop.clock()) {}

void Seat::run(const std::function<Task<void>(Seat&)>& test) {
  auto body = [this, &test]() -> Task<void> {
    co_await test(*this);
    desktop.release();
    co_await connection.close();
  };
  loop.run(body);
}

Task<Result<StateView>> Seat::look() {
  ReadRequest request;
  request.app = "Notes";
  return connection.get_app_state(std::move(request), caller());
}

Task<std::string> Seat::read(std::string window) {
  ReadRequest request;
  request.app = "Notes";
  request.window = std::move(window);
  request.full = true;
  request.screenshot = false;
  auto state = co_await connection.get_app_state(std::move(request), caller());
  if (!state) throw std::runtime_error(state.error().describe());
  latest = state->text;
  co_return state->state_id;
}

int Seat::number(const std::string& name) {
  const auto at = latest.find('"' + name + '"');
  if (at == std::string::npos) throw std::runtime_error("no element " + name);
  const auto line = latest.rfind('\n', at) + 1;
  const auto digits = latest.find_first_not_of(' ', line);
  int number = -1;
  std::from_chars(latest.data() + digits, latest.data() + latest.size(), number);
  return number;
}

Task<Result<ActionReport>> Seat::click(std::string state, std::string name) {
  ActRequest request{"Notes", std::move(state), Click{number(name)}, false};
  return connection.act(std::move(request), caller());
}

Task<Result<ActionReport>> Seat::set_value(std::string state, std::string name, std::string value) {
  ActRequest request{"Notes", std::move(state), SetValue{number(name), std::move(value)}, false};
  return connection.act(std::move(request), caller());
}

}  // namespace secondseat::test
