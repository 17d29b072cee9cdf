// Backend: the desktop that the user chose, with the queue it runs on, and the identities and the journal that belong to it. The
// only place that names concrete desktops. Loop only.
#pragma once

#include <memory>
#include <string>

#include <asio/any_io_executor.hpp>

#include "async/ax_queue.hpp"
#include "base/log.hpp"
#include "executor/journal.hpp"
#include "secondseat/clock.hpp"
#include "secondseat/desktop.hpp"
#include "secondseat/identity.hpp"

namespace secondseat::app {

struct Backend {
  std::unique_ptr<Desktop> desktop;  // outlives the queue, whose thread may still run it
  std::unique_ptr<IdentitySource> identities;
  std::unique_ptr<executor::Journal> journal;
  std::unique_ptr<async::AxQueue> queue;
  base::Log log;

  /// Waits for what still runs and lets go of the native connection.
  Task<void> close();
};

/// "linux", or "scripted:FILE". Touches neither bus nor screen nor disk: a desktop connects when it is first
/// asked for something, and a journal is opened when there is something to write or to tell.
Result<Backend> open_backend(const std::string& desktop, asio::any_io_executor loop, Clock& clock);

}  // namespace secondseat::app
