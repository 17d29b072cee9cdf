#include "executor/model/desk.hpp"

#include <fmt/format.h>

#include "desktop/scripted/world_parts.hpp"

namespace secondseat::test {
namespace {

using Kind = Event::Kind;
constexpr unsigned lives = 4;

std::string id_of(unsigned application, unsigned life) {
  return fmt::format("{}{}", application == 0 ? "alpha" : "beta", life);
}

scripted::WorldApplication editor(unsigned number, unsigned life) {
  using namespace scripted;
  auto main =
      scripted::window("main", "Untitled",
                       {button("save1", "Save", {count("status")}), button("save2", "Save", {count("status")}),
                        button("find", "Find", {count("status")}), button("delete", "Delete", {remove("save2")}),
                        button("more", "More", {open_window("dialog")}), entry("name1", "Name"), entry("name2", "Name"),
                        check_box("wrap", "Wrap"), label("status", "0")});
  main.active = true;
  auto dialog = scripted::window("dialog", "Settings",
                                 {button("save3", "Save", {count("status"), close_window("dialog")}),
                                  button("cancel", "Cancel", {close_window("dialog")}), entry("name3", "Name")});
  dialog.role = "dialog";
  dialog.modal = true;
  dialog.open = false;
  auto made = scripted::application(id_of(number, life), {main, dialog});
  made.label = "Editor";
  made.path = Desk::path(number);
  made.running = life == 0;
  return made;
}

scripted::WorldElement recreated(scripted::WorldElement element, unsigned number) {
  const auto old = element.id;
  element.id = fmt::format("{}-{}", old.substr(0, old.find('-')), number);
  for (auto& [trigger, effects] : element.on)
    for (auto& effect : effects)
      if (effect.target == old) effect.target = element.id;
  return element;
}

}  // namespace

scripted::World Desk::world() {
  std::vector<scripted::WorldApplication> all;
  for (unsigned application = 0; application < applications_on_desk; ++application)
    for (unsigned life = 0; life < lives; ++life) all.push_back(editor(application, life));
  return scripted::World::create(std::move(all)).value();
}

std::string Desk::path(unsigned application) { return application == 0 ? "/usr/bin/alpha" : "/usr/bin/beta"; }

std::string Desk::present(unsigned application) const { return id_of(application, life_[application]); }

pid_t Desk::pid(unsigned application) const {
  for (const auto& each : desktop_.world().applications())
    if (each.id == present(application)) return each.pid;
  return 0;
}

void Desk::end(unsigned application) {
  record_.ended.emplace(NativeRef{present(application)}, trace_.turn);
  identities_.end(pid(application));
}

void Desk::restart(unsigned application, bool with_the_same_pid) {
  if (life_[application] + 1 == lives) return;
  if (runs(application)) end(application);
  const auto old = pid(application);
  desktop_.world().end(present(application));
  ++life_[application];
  desktop_.world().start(present(application));
  if (!with_the_same_pid) return;
  desktop_.world().application(present(application))->pid = old;
  identities_.replace(old, path(application));
}

void Desk::hang(const Event& event) {
  using scripted::Call;
  using scripted::Hold;
  struct Way {
    Call call;
    Hold hold;
  };
  constexpr std::array<Way, 6> ways{{{Call::perform, Hold::before_sending},
                                     {Call::perform, Hold::before_answer},
                                     {Call::perform, Hold::before_landing},
                                     {Call::perform, Hold::before_landing},
                                     {Call::read, Hold::before_sending},
                                     {Call::list, Hold::before_sending}}};
  const auto [call, hold] = ways[event.b % ways.size()];
  const auto keeps = event.c % 3 == 0 ? scripted::Keeps::nothing : scripted::Keeps::deadline;
  desktop_.faults().hold(call, hold, call == Call::list ? std::string() : present(event.a % applications_on_desk),
                         keeps);
}

bool Desk::happens(const Event& event) {
  const auto application = event.a % applications_on_desk;
  switch (event.kind) {
    case Kind::end_process:
      if (runs(application)) end(application);
      return true;
    case Kind::end_application:
      if (runs(application)) end(application);
      desktop_.world().end(present(application));
      return true;
    case Kind::restart: restart(application, event.b % 2 == 0); return true;
    case Kind::hang: hang(event); return true;
    case Kind::release: desktop_.release(); return true;
    case Kind::fail: {
      constexpr std::array calls{scripted::Call::perform, scripted::Call::read, scripted::Call::list};
      constexpr std::array codes{ErrorCode::backend_lost, ErrorCode::transient, ErrorCode::timed_out, ErrorCode::stale};
      const std::vector<ErrorCode> failing(1 + event.a % 4, codes[event.b % codes.size()]);
      desktop_.faults().fail_next(calls[event.c % calls.size()], failing);
      return true;
    }
    case Kind::slow: {
      using namespace std::chrono_literals;
      constexpr std::array<Clock::Duration, 4> delays{0ms, 5ms, 700ms, 4s};
      desktop_.faults().delay(delays[event.b % delays.size()]);
      return true;
    }
    case Kind::restless: desktop_.faults().never_settle(event.b % 3 != 0); return true;
    default: return changes_elements(event);
  }
}

bool Desk::changes_elements(const Event& event) {
  const auto id = present(event.a % applications_on_desk);
  auto* const dialog = desktop_.world().window(id, "dialog");
  if (dialog == nullptr) return false;
  auto& window = dialog->open && event.a % 3 == 0 ? *dialog : *desktop_.world().window(id, "main");
  auto& elements = window.elements;
  if (elements.empty()) return false;
  auto& first = elements[event.b % elements.size()];
  auto& second = elements[event.c % elements.size()];
  switch (event.kind) {
    case Kind::swap: std::swap(first, second); return true;
    case Kind::swap_names: std::swap(first.name, second.name); return true;
    case Kind::recreate: first = recreated(first, ++recreated_); return true;
    case Kind::remove:
      if (elements.size() > 3)
        elements.erase(elements.begin() + static_cast<std::ptrdiff_t>(event.b % elements.size()));
      return true;
    case Kind::toggle_enabled:
      first.states.has(State::enabled) ? first.states.clear(State::enabled) : first.states.set(State::enabled);
      return true;
    case Kind::answer_badly: first.answer = static_cast<scripted::Answer>(event.c % 4); return true;
    case Kind::dialog: dialog->open = !dialog->open; return true;
    default: return false;
  }
}

}  // namespace secondseat::test
