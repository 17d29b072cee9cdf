#include "mcp/recording_connection.hpp"

#include <fmt/format.h>

#include "base/try.hpp"

namespace secondseat::test {
namespace {

/// Notes how a call ended, also when it was unwound.
struct EndNote {
  explicit EndNote(std::vector<std::string>& notes) : ended(notes) {}
  ~EndNote() { ended.push_back(done ? "done" : "stopped"); }
  std::vector<std::string>& ended;
  bool done = false;
};

}  // namespace

Task<Result<Decision>> RecordingConnection::ask(std::string app, Caller caller) {
  if (caller.questions == nullptr) co_return fail(Layer::consent, ErrorCode::unaskable, "nobody can be asked");
  Question question{"/usr/bin/" + app, app, caller.agent, "", {Decision::once, Decision::task, Decision::deny}};
  auto asked = caller.questions->ask(std::move(question));
  co_return co_await std::move(asked);
}

Task<Result<std::vector<ListedApplication>>> RecordingConnection::list_apps(Caller) {
  EndNote note(ended);
  calls.emplace_back("list_apps");
  if (hangs) co_await released.wait();
  std::vector<ListedApplication> listed;
  listed.push_back({"Mousepad", 4711, "/usr/bin/mousepad", {}, 1});
  note.done = true;
  co_return listed;
}

Task<Result<StateView>> RecordingConnection::get_app_state(ReadRequest request, Caller caller) {
  EndNote note(ended);
  calls.push_back("read " + request.app);
  CO_TRY(const auto decision, co_await ask(request.app, std::move(caller)));
  calls.push_back(fmt::format("answer {}", to_string(decision)));
  if (decision == Decision::deny) co_return fail(Layer::consent, ErrorCode::denied, "the user declined");
  StateView state{"s:1:1", "state s:1:1\n0 frame \"A \\\"quoted\\\" title\"\n", std::nullopt};
  if (request.screenshot) state.picture = Picture{1, 1, 1.0, false, "\x89PNG"};
  note.done = true;
  co_return state;
}

Task<Result<ActionReport>> RecordingConnection::act(ActRequest request, Caller caller) {
  EndNote note(ended);
  const auto* click = std::get_if<Click>(&request.action);
  const auto what = click != nullptr ? fmt::format("click {}", click->element)
                                     : fmt::format("set {}", std::get<SetValue>(request.action).element);
  calls.push_back(fmt::format("{} on {}", what, request.state));
  if (asks) {
    CO_TRY_VOID(co_await ask(request.app, std::move(caller)));
  }
  if (hangs) co_await released.wait();
  ActionReport report;
  report.outcome = Outcome::confirmed;
  report.evidence = "tree_delta";
  report.route = "action press";
  note.done = true;
  co_return report;
}

}  // namespace secondseat::test
