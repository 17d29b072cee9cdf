#include "mcp/recording_connection.hpp"

#include <array>

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

std::string described(const Target& target) {
  if (const auto* element = std::get_if<int>(&target)) return fmt::format("{}", *element);
  const auto& pixel = std::get<Pixel>(target);
  return fmt::format("({}, {})", pixel.x, pixel.y);
}

std::string described(const Click& click) {
  const auto* button = click.button == Button::left ? "" : click.button == Button::right ? "right " : "middle ";
  const auto times = click.count == 1 ? "" : fmt::format(" {} times", click.count);
  return fmt::format("{}click {}{}", button, described(click.at), times);
}

std::string described(const Scroll& scroll) {
  constexpr std::array words{"up", "down", "left", "right"};
  const auto where = scroll.element ? fmt::format("{}", *scroll.element) : "the window";
  return fmt::format("scroll {} {} by {}", where, words.at(static_cast<std::size_t>(scroll.direction)), scroll.pages);
}

std::string described(const Action& action) {
  if (const auto* click = std::get_if<Click>(&action)) return described(*click);
  if (const auto* scroll = std::get_if<Scroll>(&action)) return described(*scroll);
  if (const auto* drag = std::get_if<Drag>(&action))
    return fmt::format("drag {} to {}", described(drag->from), described(drag->to));
  if (const auto* chord = std::get_if<KeyChord>(&action)) return fmt::format("press {}", chord->keys);
  if (const auto* typing = std::get_if<Typing>(&action))
    return fmt::format("type {} into {}", typing->text, typing->element.value_or(-1));
  if (const auto* set = std::get_if<SetValue>(&action)) return fmt::format("set {}", set->element);
  if (const auto* named = std::get_if<SecondaryAction>(&action))
    return fmt::format("{} {}", named->action, named->element);
  const auto& selection = std::get<TextSelection>(action);
  const auto* place = selection.place == TextSelection::Place::text     ? "select"
                      : selection.place == TextSelection::Place::before ? "caret before"
                                                                        : "caret after";
  return fmt::format("{} {}|{}|{} in {}", place, selection.prefix, selection.text, selection.suffix, selection.element);
}

}  // namespace

Task<Result<Decision>> RecordingConnection::ask(std::string app, Caller caller) {
  if (caller.questions == nullptr) co_return fail(Layer::consent, ErrorCode::unaskable, "nobody can be asked");
  Question question{"/usr/bin/" + app, app, caller.agent, "", {Decision::once, Decision::task, Decision::deny}};
  auto asked = caller.questions->ask(std::move(question));
  co_return co_await std::move(asked);
}

Task<void> RecordingConnection::pause(Progress* listener) {
  if (hangs_first) co_await released.wait();
  for (int told = 0; told < pauses && listener != nullptr; ++told) listener->waiting("it takes \"long\"");
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
  progress = caller.progress;
  CO_TRY(const auto decision, co_await ask(request.app, std::move(caller)));
  calls.push_back(fmt::format("answer {}", to_string(decision)));
  if (decision == Decision::deny) co_return fail(Layer::consent, ErrorCode::denied, "the user declined");
  co_await pause(progress);
  StateView state{"s:1:1", "state s:1:1\n0 frame \"A \\\"quoted\\\" title\"\n", std::nullopt};
  if (request.screenshot) state.picture = Picture{1, 1, 1.0, false, "\x89PNG"};
  note.done = true;
  co_return state;
}

Task<Result<ActionReport>> RecordingConnection::act(ActRequest request, Caller caller) {
  EndNote note(ended);
  calls.push_back(fmt::format("{} on {}", described(request.action), request.state));
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

Task<Result<SequenceReport>> RecordingConnection::act_in_order(SequenceRequest request, Caller) {
  std::string steps;
  for (const auto& action : request.steps) steps += (steps.empty() ? "" : ", ") + described(action);
  calls.push_back(fmt::format("{} on {}", steps, request.state));
  SequenceReport report;
  ActionReport step;
  step.outcome = Outcome::confirmed;
  report.steps.push_back(step);
  step.outcome = Outcome::refused;
  step.explanation = "it is disabled";
  report.steps.push_back(step);
  report.state = StateView{"s:1:3", "state s:1:3\n", std::nullopt};
  co_return report;
}

Task<Result<WaitReport>> RecordingConnection::wait_for(WaitRequest request, Caller caller) {
  const auto what = request.idle      ? "idle"
                    : request.element ? fmt::format("element {}", *request.element)
                                      : request.text;
  const auto seconds = std::chrono::duration<double>(request.timeout).count();
  calls.push_back(fmt::format("wait for {}{} for {} s", what, request.gone ? " gone" : "", seconds));
  stop = caller.stop;
  co_await pause(caller.progress);
  WaitReport report;
  report.met = !hangs;
  report.state = StateView{"s:1:4", "state s:1:4\n", std::nullopt};
  co_return report;
}

}  // namespace secondseat::test
