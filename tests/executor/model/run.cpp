// Run: its loop, its servers and the calls that they serve.
#include "executor/model/run.hpp"

#include <algorithm>

#include <asio/bind_cancellation_slot.hpp>
#include <asio/co_spawn.hpp>

#include "async/settle.hpp"

namespace secondseat::test {
namespace {

/// Far above what a run takes: above it something goes round in circles.
constexpr unsigned most_turns = 200'000;

}  // namespace

Run::Server::Server(asio::any_io_executor loop, asio::any_io_executor native, Desktop& desktop,
                    IdentitySource& identities, Clock& clock, const Sabotage& sabotage)
    : queue(std::move(native), async::AxQueue::OnLoop{}),
      live(std::move(loop), {queue, desktop, identities, clock, journal}, {}),
      around(sabotage.of_connection ? sabotage.of_connection(live) : nullptr),
      connection(around ? *around : live) {}

Run::Run(const Sabotage& sabotage)
    : desktop_(Desk::world(), loop_.clock()),
      identities_(desktop_.world()),
      desk_(desktop_, identities_, record_, trace_),
      witness_(desktop_, trace_, record_),
      between_(sabotage.of_desktop ? sabotage.of_desktop(witness_) : nullptr),
      sabotage_(sabotage) {
  connect();
}

void Run::connect() {
  auto& desktop = between_ ? *between_ : static_cast<Desktop&>(witness_);
  const TracedExecutor native(loop_.executor(), trace_, no_call);
  servers_.push_back(
      std::make_unique<Server>(loop_.executor(), native, desktop, identities_, loop_.clock(), sabotage_));
  record_.connections.emplace_back();
}

void Run::close() {
  const auto number = servers_.size() - 1;
  if (record_.connections[number].told_to_close) return;
  record_.connections[number].told_to_close = true;
  auto closing = [this, number]() -> Task<void> {
    record_.connections[number].close_began = trace_.turn;
    co_await servers_[number]->connection.close();
    record_.connections[number].closed = trace_.turn;
  };
  auto closed = [this](std::exception_ptr failure) {
    if (failure) record_.broken.push_back("closing met an exception: " + async::describe(failure));
  };
  asio::co_spawn(loop_.executor(), std::move(closing), std::move(closed));
}

void Run::turn() {
  ++trace_.turn;
  loop_.step();
  witness_.look();
}

/// Becomes true when this much time has passed.
std::shared_ptr<const bool> Run::after(Clock::Duration time) {
  const auto over = std::make_shared<bool>(false);  // owners: the sleeper, and who waits for it, perhaps less long
  auto sleep = [this, over, time]() -> Task<void> {
    co_await loop_.clock().sleep_until(loop_.clock().now() + time);
    *over = true;
  };
  auto woken = [this](std::exception_ptr failure) {
    if (failure) record_.broken.push_back("sleeping met an exception: " + async::describe(failure));
  };
  asio::co_spawn(loop_.executor(), std::move(sleep), std::move(woken));
  return over;
}

/// Time goes on only when nothing is ready, and by no more than what tells so.
void Run::turns(unsigned most) {
  const auto nothing_is_ready = after(std::chrono::microseconds{1});
  while (most-- > 0 && !*nothing_is_ready) turn();
}

void Run::wait(Clock::Duration time) {
  const auto over = after(time);
  while (!*over && trace_.turn < most_turns) turn();
}

bool Run::all_ended() const {
  return std::all_of(record_.calls.begin(), record_.calls.end(), [](const Call& call) { return call.ended; }) &&
         std::all_of(record_.connections.begin(), record_.connections.end(),
                     [](const Connected& each) { return !each.told_to_close || each.closed; });
}

bool Run::finish() {
  const auto settle_down = [this] {
    while (!all_ended() && trace_.turn < most_turns) {
      ++trace_.turn;
      const bool moved = loop_.step();
      witness_.look();
      if (!moved) break;
    }
    if (all_ended()) return true;
    record_.broken.push_back(trace_.turn < most_turns ? "deadlock: calls wait for what will never come"
                                                      : "the loop goes round in circles");
    return false;
  };
  if (!settle_down()) return false;
  close();
  if (!settle_down()) return false;
  const auto told = record_.told.size();
  desktop_.release();
  for (int more = 0; more < 200 && loop_.step(); ++more) ++trace_.turn;
  witness_.look();
  if (record_.told.size() != told) record_.broken.push_back("something was sent after everything had been closed");
  return true;
}

std::size_t Run::start(std::optional<ActRequest> action, std::optional<Meant> meant) {
  const auto number = record_.calls.size();
  Call call;
  call.connection = static_cast<int>(servers_.size()) - 1;
  call.action = std::move(action);
  call.meant = std::move(meant);
  call.began = trace_.turn;
  record_.calls.push_back(std::move(call));
  humans_.emplace_back(*this, static_cast<int>(number));
  stops_.emplace_back();
  return number;
}

void Run::spawn(std::size_t call, std::function<Task<void>()> body) {
  const TracedExecutor executor(loop_.executor(), trace_, static_cast<int>(call));
  auto ended = [this, call](std::exception_ptr failure) {
    record_.calls[call].ended = trace_.turn;
    if (!failure) return;
    record_.calls[call].report = async::stopped_error();
    if (!record_.calls[call].stopped) record_.broken.push_back("a call threw: " + async::describe(failure));
  };
  asio::co_spawn(asio::any_io_executor(executor), std::move(body),
                 asio::bind_cancellation_slot(stops_[call].slot(), std::move(ended)));
}

Caller Run::caller(std::size_t call) { return {stops_[call].token(), &humans_[call], "model"}; }

Task<void> Run::serve_listing(std::size_t call) {
  auto work = servers_[static_cast<std::size_t>(record_.calls[call].connection)]->connection.list_apps(caller(call));
  const auto listed = co_await async::settle(std::move(work));
  if (!listed && listed.error().code == ErrorCode::internal) record_.broken.push_back(listed.error().message);
}

Task<void> Run::serve_read(std::size_t call, ReadRequest request) {
  auto& connection = servers_[static_cast<std::size_t>(record_.calls[call].connection)]->connection;
  auto work = connection.get_app_state(std::move(request), caller(call));
  const auto view = co_await async::settle(std::move(work));
  if (view)
    given(call, *view);
  else if (view.error().code == ErrorCode::internal)
    record_.broken.push_back(view.error().message);
}

Task<void> Run::serve_action(std::size_t call) {
  auto& connection = servers_[static_cast<std::size_t>(record_.calls[call].connection)]->connection;
  auto request = *record_.calls[call].action;
  auto work = connection.act(std::move(request), caller(call));
  auto report = co_await async::settle(std::move(work));
  if (report && report->state) given(call, *report->state);
  record_.calls[call].report = std::move(report);
}

void Run::given(std::size_t call, const StateView& view) {
  const auto read = read_of(view);
  if (!read || *read >= witness_.reads().size()) {
    record_.broken.push_back("a state that belongs to no read: " + view.text);
    return;
  }
  const auto& application = witness_.reads()[*read].application;
  const auto& content = witness_.reads()[*read].content;
  const auto connection = record_.calls[call].connection;
  const auto same_window = [&](const KnownState& each) {
    return each.given.connection == connection && each.given.application == application &&
           each.given.window == content.window.ref;
  };
  const auto before = std::find_if(known_.rbegin(), known_.rend(), same_window);
  KnownState known = before == known_.rend() ? KnownState{} : *before;
  const auto sequence = static_cast<unsigned>(std::stoul(view.state_id.substr(view.state_id.rfind(':') + 1)));
  known.given = {view.state_id, connection, application, content.window.ref, sequence, trace_.turn};
  known.read = *read;
  if (!learn(known, view, content.tree)) record_.broken.push_back("a listing that is not its tree's: " + view.text);
  record_.states.push_back(known.given);
  known_.push_back(std::move(known));
}

}  // namespace secondseat::test
