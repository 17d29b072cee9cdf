#include "desktop/stage.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>

#include <fcntl.h>
#include <sys/stat.h>
#include <systemd/sd-bus.h>
#include <unistd.h>
#include <xcb/xcb.h>

#include "desktop/patience.hpp"

namespace secondseat::stage {

namespace {

constexpr std::chrono::seconds start_limit{20};

// No services: what is not started here must not start by itself.
constexpr const char* bus_policy =
    "<policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/><allow eavesdrop=\"true\"/><allow "
    "own=\"*\"/></policy>";

struct Pipe {
  base::Fd ours, theirs;
};

Pipe new_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  return {base::Fd(ends[0]), base::Fd(ends[1])};
}

base::Process spawn(const std::vector<std::string>& argv, base::ProcessOptions options) {
  auto started = base::Process::spawn(argv, std::move(options));
  if (!started) throw std::runtime_error(started.error().describe());
  return std::move(*started);
}

std::string new_directory() {
  auto path = (std::filesystem::temp_directory_path() / "stage-XXXXXX").string();
  if (::mkdtemp(path.data()) == nullptr) throw std::runtime_error("no directory " + path);
  return path;
}

using Bus = std::unique_ptr<sd_bus, decltype(&sd_bus_flush_close_unref)>;
using BusMessage = std::unique_ptr<sd_bus_message, decltype(&sd_bus_message_unref)>;

Bus connect_bus(const std::string& address) {
  sd_bus* made = nullptr;
  if (sd_bus_new(&made) < 0) throw std::runtime_error("no bus connection");
  Bus bus(made, sd_bus_flush_close_unref);
  if (sd_bus_set_address(made, address.c_str()) < 0 || sd_bus_set_bus_client(made, 1) < 0 || sd_bus_start(made) < 0)
    throw std::runtime_error("cannot connect to " + address);
  return bus;
}

int note_owner(sd_bus_message*, void*, sd_bus_error*) { return 0; }

}  // namespace

Stage::Directory::~Directory() {
  std::error_code ignored;  // a directory left behind is no reason to lose a test's verdict
  std::filesystem::remove_all(path, ignored);
}

Stage::Stage(const Options& options) : removed_last_{new_directory()} {
  const auto run = directory_ + "/run";
  const auto state = directory_ + "/state";
  for (const auto& below : {run, state})
    if (::mkdir(below.c_str(), 0700) != 0) throw std::runtime_error("no directory " + below);
  const char* path = std::getenv("PATH");
  environment_ = {std::string("PATH=") + (path == nullptr ? "/usr/bin:/bin" : path),
                  "HOME=" + directory_,
                  "XDG_RUNTIME_DIR=" + run,
                  "XDG_STATE_HOME=" + state,
                  "LANG=C.UTF-8",
                  "GDK_BACKEND=x11",
                  "GSETTINGS_BACKEND=memory"};
  environment_.insert(environment_.end(), options.environment.begin(), options.environment.end());
  start_x_server(options.screen);
  start_session_bus();
  start_accessibility_bus();
  if (options.window_manager == WindowManager::openbox) start_window_manager();
}

Stage::~Stage() = default;

base::Process Stage::start(const std::vector<std::string>& argv, const std::string& log) const {
  const auto file = directory_ + "/" + log;
  base::ProcessOptions options;
  options.environment = environment_;
  options.out = base::stream::File{file};
  options.err = base::stream::Null{};
  options.directory = directory_;
  options.group = base::ProcessGroup::own;
  return spawn(argv, std::move(options));
}

void Stage::start_x_server(const std::string& screen) {
  auto pipe = new_pipe();
  base::ProcessOptions options;
  options.environment = environment_;
  options.out = base::stream::Null{};
  options.err = base::stream::Null{};
  options.kept = {pipe.theirs.get()};
  // -displayfd takes the first free number and says which once the server accepts connections; -noreset keeps it through the
  // moments in which it has no client.
  x_server_ = spawn(
      {"Xvfb", "-displayfd", std::to_string(pipe.theirs.get()), "-screen", "0", screen, "-nolisten", "tcp", "-noreset"},
      std::move(options));
  pipe.theirs.reset();
  display_ = ":" + read_line(pipe.ours.get(), Limit(start_limit), "the X server");
  environment_.push_back("DISPLAY=" + display_);
}

void Stage::start_session_bus() {
  const auto config = directory_ + "/bus.conf";
  std::ofstream(config) << "<busconfig><type>session</type><listen>unix:path=" << directory_ << "/run/bus</listen>"
                        << bus_policy << "</busconfig>\n";
  auto pipe = new_pipe();
  base::ProcessOptions options;
  options.environment = environment_;
  options.out = base::stream::Null{};
  options.err = base::stream::Null{};
  options.kept = {pipe.theirs.get()};
  bus_ = spawn(
      {"dbus-daemon", "--config-file=" + config, "--nofork", "--print-address=" + std::to_string(pipe.theirs.get())},
      std::move(options));
  pipe.theirs.reset();
  session_bus_ = read_line(pipe.ours.get(), Limit(start_limit), "the session bus");
  environment_.push_back("DBUS_SESSION_BUS_ADDRESS=" + session_bus_);
}

void Stage::start_accessibility_bus() {
  const Limit limit(start_limit);
  const auto bus = connect_bus(session_bus_);
  // Watched before it is started, so that its appearing cannot be missed.
  const char* appears = "type='signal',member='NameOwnerChanged',arg0='org.a11y.Bus'";
  if (sd_bus_add_match(bus.get(), nullptr, appears, note_owner, nullptr) < 0)
    throw std::runtime_error("cannot watch the bus");
  base::ProcessOptions options;
  options.environment = environment_;
  options.out = base::stream::Null{};
  options.err = base::stream::Null{};
  options.group = base::ProcessGroup::own;
  options.parent_death_signal = SIGTERM;  // when the test itself is killed, it must still end the bus that it started
  accessibility_ = spawn({"/usr/libexec/at-spi-bus-launcher", "--launch-immediately"}, std::move(options));
  const auto ask = [&bus](const char* destination, const char* path, const char* interface, const char* member,
                          const char* argument) {
    sd_bus_message* reply = nullptr;
    const int asked =
        argument == nullptr
            ? sd_bus_call_method(bus.get(), destination, path, interface, member, nullptr, &reply, nullptr)
            : sd_bus_call_method(bus.get(), destination, path, interface, member, nullptr, &reply, "s", argument);
    const BusMessage owned(reply, sd_bus_message_unref);
    return asked >= 0;
  };
  while (
      !ask("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", "org.a11y.Bus")) {
    const auto left = static_cast<std::uint64_t>(limit.milliseconds_left()) * 1000;
    if (left == 0) throw std::runtime_error("waited in vain for the accessibility bus");
    if (sd_bus_process(bus.get(), nullptr) == 0) sd_bus_wait(bus.get(), left);
  }
  if (!ask("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", nullptr))
    throw std::runtime_error("no accessibility bus");
}

void Stage::start_window_manager() {
  const Limit limit(start_limit);
  const std::unique_ptr<xcb_connection_t, decltype(&xcb_disconnect)> x(xcb_connect(display_.c_str(), nullptr),
                                                                       xcb_disconnect);
  if (xcb_connection_has_error(x.get()) != 0) throw std::runtime_error("no X server");
  const auto root = xcb_setup_roots_iterator(xcb_get_setup(x.get())).data->root;
  const std::uint32_t properties = XCB_EVENT_MASK_PROPERTY_CHANGE;
  xcb_change_window_attributes(x.get(), root, XCB_CW_EVENT_MASK, &properties);
  const std::string name = "_NET_SUPPORTING_WM_CHECK";
  auto* interned = xcb_intern_atom_reply(
      x.get(), xcb_intern_atom(x.get(), 0, static_cast<std::uint16_t>(name.size()), name.c_str()), nullptr);
  if (interned == nullptr) throw std::runtime_error("no X server");
  const auto check = interned->atom;
  std::free(interned);
  window_manager_ = start({"openbox"}, "openbox.log");
  const auto managed = [&x, root, check] {
    auto* property =
        xcb_get_property_reply(x.get(), xcb_get_property(x.get(), 0, root, check, XCB_ATOM_WINDOW, 0, 1), nullptr);
    const bool set = property != nullptr && xcb_get_property_value_length(property) > 0;
    std::free(property);
    return set;
  };
  while (!managed()) {
    auto* event = xcb_poll_for_event(x.get());
    if (event == nullptr) wait_readable(xcb_get_file_descriptor(x.get()), limit, "the window manager");
    std::free(event);
  }
}

}  // namespace secondseat::stage
