#include "desktop/atspi/window_list.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "async/within.hpp"
#include "base/try.hpp"
#include "desktop/atspi/element.hpp"
#include "desktop/atspi/interfaces.hpp"
#include "desktop/roles.hpp"

namespace secondseat::atspi {
namespace {

constexpr std::size_t most_windows = 128;
constexpr std::size_t longest_title = 2048;
constexpr std::uint32_t screen_coordinates = 0;

// What one application may cost a listing. One that was hung when last asked has to show that it is not any more.
constexpr std::chrono::milliseconds with_any{1500};
constexpr std::chrono::milliseconds with_a_silent_one{150};

struct WindowQuery {
  ElementAddress address;
  Call states, role, name, extents;
};

WindowQuery ask(Connection& connection, ElementAddress window) {
  WindowQuery query;
  query.states = connection.ask(window, names::accessible, "GetState");
  query.role = connection.ask(window, names::accessible, "GetRole");
  query.name = connection.get(window, names::accessible, "Name");
  auto request = connection.bus().request(window.bus_name, window.path, names::component, "GetExtents");
  if (request) sd_bus_message_append(request.get(), "u", screen_coordinates);
  query.extents = connection.bus().send(std::move(request));
  query.address = std::move(window);
  return query;
}

struct SeenWindow {
  Window window;
  bool hidden = false;
};

std::string to_text(Message& reply) {
  auto property = reply.as_property(longest_title);
  auto* text = property ? std::get_if<std::string>(&*property) : nullptr;
  return text != nullptr ? std::move(*text) : std::string();
}

Task<Result<SeenWindow>> take(WindowQuery query) {
  SeenWindow seen;
  CO_TRY(auto states, co_await query.states.reply());
  CO_TRY(auto role, co_await query.role.reply());
  CO_TRY(auto name, co_await query.name.reply());
  auto extents = co_await query.extents.reply();
  const auto words = states.as_state_words();
  const auto number = role.as_u32();
  const StateBits bits{words.value_or(0)};
  if (!words || !number || bits.has(AtspiState::defunct))
    co_return fail(Layer::application, ErrorCode::stale, "the window is gone");
  auto& window = seen.window;
  window.ref = query.address.ref();
  window.title = to_text(name);
  window.role = role_name(*number);
  if (const auto found = extents ? extents->as_extents() : std::nullopt) window.on_screen = to_rect(*found);
  window.active = bits.has(AtspiState::active);
  window.modal = bits.has(AtspiState::modal);
  window.minimised = bits.has(AtspiState::iconified);
  seen.hidden = !window.minimised && !bits.has(AtspiState::visible) && !bits.has(AtspiState::showing);
  co_return seen;
}

bool is_about_everything(const Error& error) { return error.code == ErrorCode::backend_lost; }

Task<Result<RunningApplication>> describe_answering(Connection& connection, ApplicationRoot root) {
  RunningApplication running;
  auto named = connection.get(root.address, names::accessible, "Name");
  auto windows_asked = list_windows(connection, root);
  CO_TRY(auto name, co_await named.reply());
  running.label = to_text(name);
  CO_TRY(running.windows, co_await std::move(windows_asked));
  co_return running;
}

}  // namespace

Task<Result<pid_t>> process_of(Connection& connection, std::string bus_name) {
  auto& bus = connection.bus();
  const std::string daemon = names::bus_daemon;
  const std::string path = names::bus_daemon_path;
  auto request = bus.request(daemon, path, names::bus_daemon, "GetConnectionUnixProcessID");
  if (request) sd_bus_message_append(request.get(), "s", bus_name.c_str());
  auto asked = bus.send(std::move(request));
  CO_TRY(auto answer, co_await asked.reply());
  const auto pid = answer.as_u32();
  if (!pid || *pid == 0) co_return fail(Layer::backend, ErrorCode::malformed, "the bus names no process");
  co_return static_cast<pid_t>(*pid);
}

Task<Result<std::vector<Window>>> list_windows(Connection& connection, ApplicationRoot root) {
  auto asked = connection.ask(root.address, names::accessible, "GetChildren");
  CO_TRY(auto answer, co_await asked.reply());
  const auto children = answer.as_elements(most_windows);
  if (!children) co_return fail(Layer::application, ErrorCode::malformed, "the application's windows make no sense");
  std::vector<WindowQuery> queries;
  for (const auto& child : *children)
    if (child.bus_name == root.address.bus_name) queries.push_back(ask(connection, child));
  std::vector<Window> windows;
  for (auto& query : queries) {
    auto taken = take(std::move(query));
    auto seen = co_await std::move(taken);
    if (!seen && is_about_everything(seen.error())) co_return tl::unexpected(std::move(seen).error());
    if (seen && !seen->hidden) windows.push_back(std::move(seen->window));
  }
  connection.silent().erase(root.address.bus_name);
  co_return windows;
}

Task<Result<Window>> describe_window(Connection& connection, ElementAddress window) {
  auto taken = take(ask(connection, std::move(window)));
  auto seen = co_await std::move(taken);
  if (seen) co_return std::move(seen->window);
  if (is_about_everything(seen.error())) co_return tl::unexpected(std::move(seen).error());
  co_return fail(Layer::application, ErrorCode::stale, "the window is gone");
}

Task<Result<std::vector<RunningApplication>>> describe_application(Connection& connection, Clock& clock,
                                                                   ApplicationRoot root, Deadline deadline) {
  std::vector<RunningApplication> found;
  const auto pid = co_await process_of(connection, root.address.bus_name);
  if (!pid && is_about_everything(pid.error())) co_return tl::unexpected(pid.error());
  if (!pid) co_return found;
  auto& silent = connection.silent();
  const auto patience = silent.contains(root.address.bus_name) ? with_a_silent_one : with_any;
  // A hung one must not take the time in which the others' answer is still of use.
  const auto most = (deadline.at - clock.now()) / 4 * 3;
  const auto limit = Deadline::after(clock, std::min<Clock::Duration>(patience, most));
  auto answering = describe_answering(connection, root);
  auto described = co_await async::within(clock, limit, std::move(answering));
  if (described)
    silent.erase(root.address.bus_name);
  else
    silent.insert(root.address.bus_name);
  RunningApplication running;
  if (described)
    running = std::move(*described);
  else if (is_about_everything(described.error()))
    co_return tl::unexpected(std::move(described).error());
  else if (described.error().code != ErrorCode::timed_out)
    co_return found;
  running.ref = NativeRef{root.address.bus_name};
  running.pid = *pid;
  found.push_back(std::move(running));
  co_return found;
}

}  // namespace secondseat::atspi
