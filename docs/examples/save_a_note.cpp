// The object API: write a note into an application and save it.
#include <iostream>
#include <secondseat/run.hpp>

using namespace secondseat;

struct AtTheTerminal : Questions {  // only a person may allow an application
  Task<Result<Decision>> ask(Question question) override {
    std::cout << question.text() << " [y/N] " << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    co_return answer == "y" ? Decision::task : Decision::deny;
  }
};

int element(const StateView& state, const std::string& line) {  // the number in front of what the state says of it
  const auto at = state.text.find(line), begins = state.text.rfind('\n', at) + 1;
  return at == std::string::npos ? -1 : std::stoi(state.text.substr(begins));
}

Task<Result<void>> save_a_note(Connection& desktop, std::string app) {
  AtTheTerminal person;
  const Caller caller{{}, &person, "save_a_note"};
  ReadRequest read;
  read.app = app;
  const auto seen = co_await desktop.get_app_state(read, caller);
  if (!seen) co_return tl::unexpected(seen.error());
  const SetValue note{element(*seen, "text \"Note\""), "Feed the cat"};
  const Click save{element(*seen, "push button \"Save\"")};
  const SequenceRequest both{app, seen->state_id, {note, save}};
  const auto done = co_await desktop.act_in_order(both, caller);
  if (!done) co_return tl::unexpected(done.error());
  for (const auto& step : done->steps) std::cout << step.headline() << '\n' << step.explanation << '\n';
  if (done->state) std::cout << done->state->text;  // what is on the screen now: believe this, not the return code
  co_return Result<void>();
}

int main(int argc, char** argv) {
  if (argc != 3) return std::cerr << "usage: save_a_note linux|scripted:FILE APP\n", 2;
  const auto work = [&](Connection& desktop) { return save_a_note(desktop, argv[2]); };
  const auto done = run_with_connection(argv[1], work);
  return done ? 0 : (std::cerr << done.error().describe() << '\n', 1);
}
