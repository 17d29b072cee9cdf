#include "app/backend.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "base/state_directory.hpp"
#include "base/try.hpp"
#include "base/utf8.hpp"
#include "desktop/linux/linux_desktop.hpp"
#include "desktop/scripted/scripted_desktop.hpp"
#include "desktop/scripted/scripted_identities.hpp"
#include "desktop/scripted/world_file.hpp"
#include "executor/file_journal.hpp"
#include "executor/forgetful_journal.hpp"
#include "identity/system_identities.hpp"

namespace secondseat::app {
namespace {

constexpr std::string_view scripted_prefix = "scripted:";

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

std::string session_bus() {
  auto address = environment("DBUS_SESSION_BUS_ADDRESS");
  if (!address.empty()) return address;
  const auto runtime =
      environment("XDG_RUNTIME_DIR");  // where systemd puts the bus of a login that has no variable for it
  return runtime.empty() ? std::string() : fmt::format("unix:path={}/bus", runtime);
}

/// A client that does not read our standard error is no reason to fail.
void log_to_standard_error(std::string_view line) {
  const auto whole = fmt::format("secondseat mcp: {}\n", line);
  std::fwrite(whole.data(), 1, whole.size(), stderr);
}

std::unique_ptr<executor::Journal> journal_of_this_user() {
  auto open_directory = [xdg = environment("XDG_STATE_HOME")](base::Missing missing) -> Result<base::Fd> {
    return base::open_state_directory({xdg, base::home_of_this_user()}, missing);
  };
  auto now = []() { return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()); };
  return std::make_unique<executor::FileJournal>(std::move(open_directory), std::move(now), log_to_standard_error);
}

Backend on_linux(asio::any_io_executor loop, Clock& clock) {
  Backend backend;
  backend.queue = std::make_unique<async::AxQueue>(std::move(loop));
  backend.desktop =
      desktop::open_linux_desktop(backend.queue->native(), clock, {session_bus(), environment("DISPLAY")});
  backend.identities = std::make_unique<identity::SystemIdentities>();
  backend.journal = journal_of_this_user();
  backend.log = log_to_standard_error;
  return backend;
}

/// On the loop itself: it never blocks, and what it does is then the same in every run.
Result<Backend> from_file(const std::string& file, asio::any_io_executor loop, Clock& clock) {
  SS_TRY(auto world, scripted::load_world(file));
  Backend backend;
  backend.queue = std::make_unique<async::AxQueue>(std::move(loop), async::AxQueue::OnLoop{});
  backend.identities = std::make_unique<scripted::ScriptedIdentities>(world);
  backend.desktop = std::make_unique<scripted::ScriptedDesktop>(std::move(world), clock);
  backend.journal = std::make_unique<executor::ForgetfulJournal>();
  backend.log = log_to_standard_error;
  return backend;
}

}  // namespace

Task<void> Backend::close() {
  co_await queue->drain();
  auto let_go = [native = desktop.get()](std::stop_token) -> Task<Result<bool>> {
    co_await native->close();
    co_return true;
  };
  const auto ticket = queue->submit(std::move(let_go));
  co_await queue->drain();
}

Result<Backend> open_backend(const std::string& desktop, asio::any_io_executor loop, Clock& clock) {
  if (desktop == "linux") return on_linux(std::move(loop), clock);
  if (desktop.starts_with(scripted_prefix))
    return from_file(desktop.substr(scripted_prefix.size()), std::move(loop), clock);
  return fail(Layer::client, ErrorCode::invalid_argument,
              fmt::format("there is no desktop \"{}\"", base::escape_shown(desktop, 80)),
              "Use linux or scripted:FILE.");
}

}  // namespace secondseat::app
