#include "desktop/atspi/connection.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/try.hpp"
#include "desktop/atspi/interfaces.hpp"

namespace secondseat::atspi {
namespace {

constexpr std::size_t most_applications = 512;
constexpr std::size_t longest_address = 4096;

Call ask_bus(Bus& bus, const char* interface, const char* method) {
  return bus.send(bus.request(names::launcher, names::launcher_path, interface, method));
}

// Chromium and Qt build their trees only when somebody has said that assistive technology is there. It stays said when we
// leave, as with every screen reader: others may have come to rely on it.
Task<Result<void>> ask_to_be_accessible(Bus& session) {
  auto query = session.request(names::launcher, names::launcher_path, names::properties, "Get");
  if (query) sd_bus_message_append(query.get(), "ss", names::status, "IsEnabled");
  auto asked = session.send(std::move(query));
  CO_TRY(auto answer, co_await asked.reply());
  int enabled = 0;
  if (answer.has_signature("v") && sd_bus_message_read(answer.get(), "v", "b", &enabled) > 0 && enabled != 0)
    co_return Result<void>();
  auto change = session.request(names::launcher, names::launcher_path, names::properties, "Set");
  if (change) sd_bus_message_append(change.get(), "ssv", names::status, "IsEnabled", "b", 1);
  auto changing = session.send(std::move(change));
  CO_TRY(auto changed, co_await changing.reply());
  co_return Result<void>();
}

tl::unexpected<Error> gone() { return fail(Layer::application, ErrorCode::stale, "the application is gone"); }

tl::unexpected<Error> no_bus(const Error& because) {
  return fail(Layer::backend, ErrorCode::backend_lost,
              fmt::format("this session has no accessibility bus: {}", because.message),
              "Install at-spi2-core and log in again.");
}

}  // namespace

Task<Result<std::unique_ptr<Connection>>> Connection::open(asio::any_io_executor native,
                                                           std::string session_bus_address) {
  CO_TRY(const auto session, Bus::open(native, session_bus_address));
  auto asked = ask_bus(*session, names::launcher, "GetAddress");
  auto answer = co_await asked.reply();
  if (!answer) co_return no_bus(answer.error());
  const auto address = answer->as_string(longest_address);
  if (!address) co_return fail(Layer::backend, ErrorCode::malformed, "the accessibility bus has no proper address");
  // Not being able to say it is no reason not to look: GTK needs no telling.
  const auto told = co_await ask_to_be_accessible(*session);
  if (!told && told.error().code == ErrorCode::backend_lost) co_return tl::unexpected(told.error());
  CO_TRY(auto bus, Bus::open(native, *address));
  std::unique_ptr<Connection> connection(new Connection(std::move(native), std::move(bus)));
  co_return connection;
}

Call Connection::ask(const ElementAddress& element, const char* interface, const char* method) {
  return bus_->send(bus_->request(element.bus_name, element.path, interface, method));
}

Call Connection::get(const ElementAddress& element, const char* interface, const char* property) {
  auto request = bus_->request(element.bus_name, element.path, names::properties, "Get");
  if (request) sd_bus_message_append(request.get(), "ss", interface, property);
  return bus_->send(std::move(request));
}

Call Connection::get_all(const ElementAddress& element, const char* interface) {
  auto request = bus_->request(element.bus_name, element.path, names::properties, "GetAll");
  if (request) sd_bus_message_append(request.get(), "s", interface);
  return bus_->send(std::move(request));
}

Task<Result<std::vector<ApplicationRoot>>> Connection::roots() {
  const std::string registry = names::registry;
  const std::string root_path = names::root_path;
  auto asked = bus_->send(bus_->request(registry, root_path, names::accessible, "GetChildren"));
  CO_TRY(auto answer, co_await asked.reply());
  const auto children = answer.as_elements(most_applications);
  if (!children) co_return fail(Layer::backend, ErrorCode::malformed, "the accessibility registry makes no sense");
  std::vector<ApplicationRoot> found;
  std::map<std::string, ApplicationRoot> known;
  for (const auto& child : *children) {
    if (child.bus_name.empty() || known.contains(child.bus_name)) continue;
    ApplicationRoot root{child, Dialect::unknown};
    const auto before = roots_.find(child.bus_name);
    if (before != roots_.end() && before->second.address == child) root.dialect = before->second.dialect;
    known.emplace(child.bus_name, root);
    found.push_back(std::move(root));
  }
  roots_ = std::move(known);
  std::erase_if(silent_, [this](const auto& name) { return !roots_.contains(name); });
  std::erase_if(activities_, [this](const auto& entry) { return !roots_.contains(entry.first); });
  co_return found;
}

Task<Result<ApplicationRoot>> Connection::root(std::string bus_name) {
  if (!is_unique_name(bus_name)) co_return gone();
  if (const auto known = roots_.find(bus_name); known != roots_.end()) co_return known->second;
  CO_TRY(const auto all, co_await roots());
  if (const auto known = roots_.find(bus_name); known != roots_.end()) co_return known->second;
  co_return gone();
}

Task<Result<Dialect>> Connection::dialect(ApplicationRoot root) {
  if (root.dialect != Dialect::unknown) co_return root.dialect;
  constexpr std::size_t longest = 64;
  auto name_asked = get(root.address, names::application, "ToolkitName");
  auto version_asked = get(root.address, names::application, "Version");
  auto name = co_await name_asked.reply();
  auto version = co_await version_asked.reply();
  if (!name && name.error().code != ErrorCode::unsupported) co_return tl::unexpected(std::move(name).error());
  const auto text = [](Result<Message>& reply) {
    const auto property = reply ? reply->as_property(longest) : std::nullopt;
    const auto* string = property ? std::get_if<std::string>(&*property) : nullptr;
    return string != nullptr ? *string : std::string();
  };
  const auto dialect = to_dialect(text(name), text(version));
  if (const auto known = roots_.find(root.address.bus_name); known != roots_.end()) known->second.dialect = dialect;
  co_return dialect;
}

Task<Result<std::shared_ptr<Activity>>> Connection::activity(std::string bus_name, Clock& clock) {
  if (const auto known = activities_.find(bus_name); known != activities_.end()) co_return known->second;
  auto activity = std::make_shared<Activity>();
  const std::weak_ptr watched = activity;
  auto notice = [watched, &clock](Message signal) {
    const char* interface = sd_bus_message_get_interface(signal.get());
    const auto alive = watched.lock();
    if (alive && interface != nullptr && std::string_view(interface).starts_with("org.a11y.atspi.Event."))
      alive->last = clock.now();
  };
  auto watching = bus_->watch(fmt::format("type='signal',sender='{}'", bus_name), std::move(notice));
  // Only from this application: all others would otherwise pay for every key the user presses in them.
  std::vector<Call> registering;
  for (const char* event : {"object:", "window:"}) {
    auto request = bus_->request(names::registry, names::registry_path, names::registry, "RegisterEvent");
    if (request) sd_bus_message_append(request.get(), "sass", event, 0, bus_name.c_str());
    registering.push_back(bus_->send(std::move(request)));
  }
  CO_TRY(const auto watched_now, co_await watching.reply());
  for (auto& call : registering) {
    const auto registered = co_await call.reply();
    if (!registered && registered.error().code == ErrorCode::backend_lost) co_return tl::unexpected(registered.error());
  }
  activities_.emplace(std::move(bus_name), activity);
  co_return activity;
}

}  // namespace secondseat::atspi
