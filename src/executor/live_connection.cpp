#include "executor/live_connection.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "base/try.hpp"
#include "base/utf8.hpp"
#include "executor/window_choice.hpp"

namespace secondseat::executor {
namespace {

constexpr std::size_t title_bytes = 120;
constexpr std::size_t remembered_selections = 64;
constexpr std::string_view reading_again = "the window does not answer yet; reading again";

std::string quoted(std::string_view text) { return fmt::format("\"{}\"", base::escape_shown(text, title_bytes)); }

/// On the AX thread: finds the window and reads it, so that one hand-over serves one read.
Task<Result<WindowContent>> read_facing(Desktop& desktop, NativeRef preferred, std::string title, ReadWindow request,
                                        Deadline deadline) {
  CO_TRY(const auto windows, co_await desktop.windows(request.application, deadline));
  const auto blocks = [](const Window& window) { return window.modal && !window.minimised; };
  const auto again =
      std::find_if(windows.begin(), windows.end(), [&](const Window& window) { return window.ref == preferred; });
  if (title.empty() && again != windows.end() && std::none_of(windows.begin(), windows.end(), blocks)) {
    request.window = again->ref;
  } else {
    CO_TRY(const auto chosen, choose_window(windows, title));
    request.window = chosen.ref;
  }
  co_return co_await desktop.read(std::move(request), deadline);
}

}  // namespace

LiveConnection::LiveConnection(asio::any_io_executor loop, Parts parts, Limits limits)
    : parts_(parts),
      limits_(std::move(limits)),
      dispatch_(parts.queue, parts.journal),
      broker_(parts.clock, limits_.question),
      flights_(std::move(loop)),
      listing_(flights_) {}

Task<Result<LiveConnection::Listed>> LiveConnection::list_once(StopToken stop) {
  const auto deadline = Deadline::after(parts_.clock, limits_.listing);
  auto job = [&desktop = parts_.desktop, deadline](std::stop_token) { return desktop.applications(deadline); };
  CO_TRY(auto ticket, dispatch_.list(stop, std::move(job)));
  CO_TRY(auto applications, co_await ticket.result(parts_.clock, deadline));
  co_return std::make_shared<const std::vector<RunningApplication>>(std::move(applications));
}

Task<Result<LiveConnection::Running>> LiveConnection::running(StopToken stop) {
  CO_TRY_VOID(dispatch_.open_and_running(stop));  // a closed connection starts no listing, so nobody may wait for one
  auto start = [this, stop]() { return list_once(stop); };
  CO_TRY(const auto listed, co_await listing_.join(std::move(start)));
  const auto is_gone = [&listed](const auto& pinned) {
    return std::none_of(listed->begin(), listed->end(),
                        [&](const auto& running) { return running.pid == pinned.first; });
  };
  std::erase_if(pinned_, is_gone);  // each holds a descriptor
  Running all;
  for (const auto& application : *listed) {
    auto process = co_await pin(application.pid);
    if (process)
      all.usable.push_back({application, *std::move(process)});
    else
      all.unusable.emplace_back(application, std::move(process).error());
  }
  const auto is_proven = [this](const Candidate& candidate) { return belongs(candidate); };
  if (!std::all_of(all.usable.begin(), all.usable.end(), is_proven)) {
    CO_TRY_VOID(co_await prove(stop));
    std::erase_if(all.usable, std::not_fn(is_proven));
  }
  co_return all;
}

/// Between a listing and a pin the process may have ended and another have taken its number: the windows of the one, the grant
/// of the other. What is listed once more, while the pinned process holds the number, is its own. That listing must have begun
/// after the pins, which one that is shared with others may not have.
Task<Result<void>> LiveConnection::prove(StopToken stop) {
  const auto before = pinned_;
  CO_TRY(const auto listed, co_await list_once(stop));
  for (const auto& running : *listed) {
    const auto then = before.find(running.pid);
    const auto now = pinned_.find(running.pid);
    const bool held_throughout =
        then != before.end() && now != pinned_.end() && then->second.process == now->second.process;
    if (held_throughout && now->second.process->check()) now->second.applications.insert(running.ref);
  }
  co_return Result<void>{};
}

bool LiveConnection::belongs(const Candidate& candidate) const {
  const auto held = pinned_.find(candidate.running.pid);
  return held != pinned_.end() && held->second.process == candidate.process &&
         held->second.applications.contains(candidate.running.ref);
}

Task<Result<std::shared_ptr<const ProcessInstance>>> LiveConnection::pin(pid_t pid) {
  if (const auto known = pinned_.find(pid); known != pinned_.end()) {
    if (known->second.process->check()) co_return known->second.process;
    pinned_.erase(known);
  }
  CO_TRY(auto process, co_await parts_.identities.pin(pid));
  pinned_.insert_or_assign(pid, Pinned{process, {}});
  co_return process;
}

Task<Result<std::vector<ListedApplication>>> LiveConnection::list_apps(Caller caller) {
  has_heard();
  CO_TRY(const auto all, co_await running(caller.stop));
  const auto names = listed_names(all.usable);
  std::vector<ListedApplication> listed;
  for (std::size_t at = 0; at < names.size(); ++at) {
    const auto& [application, process] = all.usable[at];
    ListedApplication entry{
        names[at], application.pid, base::escape_shown(process->identity().path, 400), {}, application.windows.size()};
    if (broker_.is_granted(*process))  // a title is content: who is not allowed to look only learns how many there are
      for (const auto& window : application.windows)
        entry.windows.push_back(base::escape_shown(window.title, title_bytes));
    listed.push_back(std::move(entry));
  }
  co_return listed;
}

Task<Result<Candidate>> LiveConnection::find(std::string app, StopToken stop) {
  CO_TRY_VOID(dispatch_.open_and_running(stop));
  if (const auto before = selected_before_.find(app); before != selected_before_.end()) {
    if (before->second.process->check()) co_return before->second;
    selected_before_.erase(before);
  }
  CO_TRY(const auto all, co_await running(stop));
  const auto candidate = executor::select(all.usable, app);
  if (candidate) {
    remember(app, **candidate);
    co_return **candidate;
  }
  for (const auto& [application, why] : all.unusable)
    if (app == fmt::format("pid:{}", application.pid) || app == application.label) co_return tl::unexpected(why);
  if (candidate.error().code == ErrorCode::not_found && may_be_starting(app))
    co_return fail(Layer::application, ErrorCode::transient,
                   fmt::format("{} runs, but has shown itself to no accessibility tool yet", quoted(app)),
                   candidate.error().hint);
  co_return tl::unexpected(candidate.error());
}

/// docs/decisions/0021: whoever mistypes a name hears of it at once.
bool LiveConnection::may_be_starting(const std::string& app) {
  if (parts_.identities.runs(app)) return true;
  const auto known = program_of_.find(app);  // "Text Editor" is nothing that a process is called
  return known != program_of_.end() && parts_.identities.runs(known->second);
}

void LiveConnection::remember(const std::string& app, const Candidate& candidate) {
  if (selected_before_.size() >= remembered_selections) selected_before_.clear();
  if (program_of_.size() >= remembered_selections) program_of_.clear();
  selected_before_.insert_or_assign(app, candidate);
  program_of_.insert_or_assign(app, candidate.process->identity().path);
}

Task<Result<LiveConnection::Selected>> LiveConnection::permit(Candidate candidate, Caller caller) {
  CO_TRY(auto grant, co_await broker_.ensure(candidate.process, candidate.running.label, caller));
  co_return Selected{std::move(candidate), std::move(grant), std::move(caller.stop)};
}

Task<Result<LiveConnection::Selected>> LiveConnection::select(std::string app, Caller caller) {
  CO_TRY(auto candidate, co_await find(std::move(app), caller.stop));
  co_return co_await permit(std::move(candidate), std::move(caller));
}

Task<Result<LiveConnection::Selected>> LiveConnection::select(std::string app, Caller caller,
                                                              async::Patience& patience) {
  auto search = [this, app = std::move(app), stop = caller.stop](Deadline) { return find(app, stop); };
  CO_TRY(auto candidate, co_await async::retry(patience, std::move(search)));
  const auto asked_at = parts_.clock.now();
  CO_TRY(auto selected, co_await permit(std::move(candidate), std::move(caller)));
  patience.excuse(parts_.clock.now() - asked_at);
  co_return selected;
}

Task<Result<WindowContent>> LiveConnection::read(const Selected& selected, Wanted wanted, StopToken stop,
                                                 Deadline deadline) {
  ReadWindow request;
  request.application = selected.candidate.running.ref;
  request.picture = wanted.picture;
  request.limits.string_bytes = wanted.string_bytes;
  request.expand = std::move(wanted.expand);
  auto job = [&desktop = parts_.desktop, window = std::move(wanted.window), title = std::move(wanted.title),
              request = std::move(request),
              deadline](std::stop_token) { return read_facing(desktop, window, title, request, deadline); };
  CO_TRY(auto ticket, dispatch_.pass(selected.passage(stop), std::move(job)));
  co_return co_await ticket.result(parts_.clock, deadline);
}

std::string LiveConnection::notes_on(const Selected& selected) {
  auto notes = std::exchange(notes_, {});
  auto left = parts_.journal.left_by_earlier_runs(application_digest(selected.candidate.process->identity().path));
  for (auto& note : notes_of(left)) notes.push_back(std::move(note));
  for (auto& earlier : left) told_.push_back(std::move(earlier.entry));
  std::string text;
  for (const auto& note : notes) text += note + '\n';
  return text;
}

LiveConnection::Sight LiveConnection::show(const Selected& selected, WindowContent content, Shown shown,
                                           std::string_view query) {
  Sight sight;
  auto& view = sight.view;
  const auto& window = content.window;
  auto entry = book_.enter(selected.instance_id(), window, std::move(content.tree), shown, query, selected.asker);
  sight.differs = entry.differs;
  view.state_id = std::move(entry.state_id);
  if (shown == Shown::nothing) return sight;
  view.picture = std::move(content.picture);
  if (view.picture) book_.add_picture(selected.instance_id(), window.ref, *view.picture);
  view.text =
      fmt::format("state {} · {} (pid {}) · {} {} {}×{}{}{}", view.state_id,
                  base::escape_shown(selected.candidate.running.label, title_bytes), selected.candidate.process->pid(),
                  window.modal ? "modal dialog" : "window", quoted(window.title), window.on_screen.width,
                  window.on_screen.height, window.active ? " · active" : "", window.minimised ? " · minimised" : "");
  if (view.picture)
    view.text += fmt::format(" · screenshot {}×{}{}", view.picture->width, view.picture->height,
                             view.picture->clipped ? " (clipped)" : "");
  else if (!content.no_picture_because.empty())
    view.text += fmt::format(" · no screenshot: {}", content.no_picture_because);
  view.text += '\n';
  view.text += notes_on(selected);
  view.text += entry.text;
  return sight;
}

Task<Result<StateView>> LiveConnection::get_app_state(ReadRequest request, Caller caller) {
  has_heard();
  auto tell = [progress = caller.progress](const Error&) {
    if (progress != nullptr) progress->waiting(reading_again);
  };
  async::Patience patience(parts_.clock, limits_.read_retry, Deadline::after(parts_.clock, limits_.read_budget),
                           std::move(tell));
  auto state = co_await read_patiently(std::move(request), std::move(caller), patience);
  if (!state && async::may_pass(state.error().code) && parts_.log)
    parts_.log(fmt::format("event=read_failed code={} attempts={}", to_string(state.error().code),
                           patience.pauses_taken() + 1));
  co_return state;
}

Task<Result<StateView>> LiveConnection::read_patiently(ReadRequest request, Caller caller, async::Patience& patience) {
  CO_TRY(const auto selected, co_await select(std::move(request.app), caller, patience));
  Wanted wanted;
  wanted.title = request.window;
  wanted.picture = request.screenshot;
  if (request.expand) {
    CO_TRY(auto expanded, book_.element_ref(selected.instance_id(), *request.expand));
    wanted.expand.push_back(std::move(expanded));
  }
  unsigned doubts = 0;
  auto attempt = [this, &selected, &doubts, wanted, stop = caller.stop](Deadline deadline) {
    doubts = book_.doubts();
    return read(selected, wanted, stop, deadline);
  };
  CO_TRY(auto content, co_await async::retry(patience, std::move(attempt)));
  book_.read_after(doubts, selected.instance_id(), selected.asker);
  auto sight = show(selected, std::move(content), request.full ? Shown::full : Shown::diff_if_shorter, request.query);
  co_return std::move(sight.view);
}

void LiveConnection::has_heard() {
  for (auto& entry : std::exchange(told_, {})) entry.finished();
}

Task<void> LiveConnection::close() {
  has_heard();
  dispatch_.close();
  broker_.forget();
  book_.forget();
  flights_.stop();
  co_await flights_.join();
  co_await parts_.queue.drain();
}

}  // namespace secondseat::executor
