#include "app/backend.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/try.hpp"
#include "base/utf8.hpp"
#include "desktop/scripted/scripted_desktop.hpp"
#include "desktop/scripted/scripted_identities.hpp"
#include "desktop/scripted/world_file.hpp"

namespace secondseat::app {
namespace {

constexpr std::string_view scripted_prefix = "scripted:";

/// On the loop itself: it never blocks, and what it does is then the same in every run.
Result<Backend> from_file(const std::string& file, asio::any_io_executor loop, Clock& clock) {
  SS_TRY(auto world, scripted::load_world(file));
  Backend backend;
  backend.queue = std::make_unique<async::AxQueue>(std::move(loop), async::AxQueue::OnLoop{});
  backend.identities = std::make_unique<scripted::ScriptedIdentities>(world);
  backend.desktop = std::make_unique<scripted::ScriptedDesktop>(std::move(world), clock);
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
  if (desktop.starts_with(scripted_prefix))
    return from_file(desktop.substr(scripted_prefix.size()), std::move(loop), clock);
  return fail(Layer::client, ErrorCode::invalid_argument,
              fmt::format("there is no desktop \"{}\"", base::escape_shown(desktop, 80)),
              "Use linux or scripted:FILE.");
}

}  // namespace secondseat::app
