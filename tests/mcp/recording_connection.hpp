// RecordingConnection: a Connection that writes down what it was asked and answers from a script. Loop only.
#pragma once

#include <string>
#include <vector>

#include "async/event.hpp"
#include "secondseat/executor.hpp"

namespace secondseat::test {

class RecordingConnection final : public Connection {
 public:
  explicit RecordingConnection(asio::any_io_executor loop) : released(std::move(loop)) {}

  Task<Result<std::vector<ListedApplication>>> list_apps(Caller caller) override;
  /// Asks for consent, as the real one does on the first use of an application.
  Task<Result<StateView>> get_app_state(ReadRequest request, Caller caller) override;
  Task<Result<ActionReport>> act(ActRequest request, Caller caller) override;
  Task<Result<SequenceReport>> act_in_order(SequenceRequest request, Caller caller) override;
  Task<Result<WaitReport>> wait_for(WaitRequest request, Caller caller) override;
  Task<void> close() override { co_return; }

  std::vector<std::string> calls;  ///< "list_apps", "read Mousepad", "click 4 on s:…"
  std::vector<std::string> ended;  ///< calls that came to their end, or "stopped"
  bool asks = false;               ///< act() asks, too
  bool hangs = false;              ///< calls wait for `released`
  int pauses = 0;                  ///< reads tell so often that they wait
  bool hangs_first = false;        ///< a read waits for `released` before it tells so
  async::Event released;
  StopToken stop;                ///< of the latest wait_for
  Progress* progress = nullptr;  ///< of the latest get_app_state, valid while its call runs

 private:
  Task<Result<Decision>> ask(std::string app, Caller caller);
  Task<void> pause(Progress* listener);
};

}  // namespace secondseat::test
