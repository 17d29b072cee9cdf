#include "desktop/hostile_application.hpp"

#include <climits>
#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace secondseat::stage {
namespace {

constexpr char root[] = "/org/a11y/atspi/accessible/root";
const std::string endless = [] {
  std::string text;
  for (int count = 0; count < 2'000; ++count) text += "aä\u202e\n";
  return text;
}();

void check(int result) {
  if (result < 0) throw std::runtime_error("the hostile application's bus failed");
}

sd_bus* connect(const std::string& address) {
  sd_bus* bus = nullptr;
  check(sd_bus_new(&bus));
  check(sd_bus_set_address(bus, address.c_str()));
  check(sd_bus_set_bus_client(bus, 1));
  check(sd_bus_start(bus));
  return bus;
}

std::string accessibility_address(const std::string& session_bus_address) {
  sd_bus* session = connect(session_bus_address);
  sd_bus_message* reply = nullptr;
  const char* address = nullptr;
  check(
      sd_bus_call_method(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", nullptr, &reply, ""));
  check(sd_bus_message_read(reply, "s", &address));
  std::string found = address;
  sd_bus_message_unref(reply);
  sd_bus_close_unref(session);
  return found;
}

void append_children(sd_bus_message* reply, const std::string& me, const std::string& path) {
  sd_bus_message_open_container(reply, 'a', "(so)");
  const auto add = [reply](const std::string& name, const std::string& child) {
    sd_bus_message_append(reply, "(so)", name.c_str(), child.c_str());
  };
  if (path == root) {
    add(me, "/window");
  } else if (path == "/window") {
    add(me, "/window");
    add(me, root);
    add(":1.0", root);
    add("", "/nameless");
    add("org.a11y.atspi.Registry", root);
    add(me, "/list");
    add(me, "/many");
    add(me, "/password");
    add(me, "/wrong");
    add(me, "/deep/1");
    for (int count = 0; count < 3000; ++count) add(me, "/wide/" + std::to_string(count));
  } else if (path.starts_with("/deep/")) {
    add(me, "/window");
    add(me, path);
    add(me, "/deep/" + std::to_string(std::stoi(path.substr(6)) + 1));
  }
  sd_bus_message_close_container(reply);
}

std::uint32_t role_of(std::string_view path) {
  if (path == "/window") return 23;
  if (path == "/list") return 31;
  if (path == "/password") return 40;
  return path.starts_with("/wide") ? 61 : 39;
}

void append_properties(sd_bus_message* reply) {
  sd_bus_message_open_container(reply, 'a', "{sv}");
  sd_bus_message_append(reply, "{sv}", "Name", "s", endless.c_str());
  sd_bus_message_append(reply, "{sv}", "Description", "i", 5);
  sd_bus_message_append(reply, "{sv}", "ChildCount", "i", INT_MAX);
  sd_bus_message_append(reply, "{sv}", "CharacterCount", "i", INT_MAX);
  sd_bus_message_append(reply, "{sv}", "CaretOffset", "i", INT_MIN);
  sd_bus_message_append(reply, "{sv}", "Nested", "a{sv}", 1, "deeper", "as", 2, "a", "b");
  sd_bus_message_append(reply, "{sv}", "CurrentValue", "d", 1e308 * 10);
  for (int count = 0; count < 200; ++count) sd_bus_message_append(reply, "{sv}", std::to_string(count).c_str(), "b", 1);
  sd_bus_message_close_container(reply);
}

void append_answer(sd_bus_message* reply, std::string_view member, const std::string& me, const std::string& path) {
  if (path == "/wrong") {
    sd_bus_message_append(reply, "(a{sv}t)", 0, std::uint64_t{1});
  } else if (member == "GetState") {
    sd_bus_message_append(reply, "au", 3, path == "/many" ? ~(1U << 6U) : ~(1U << 6U | 1U << 31U), 0xFFFFFFFFU, 7U);
  } else if (member == "GetRole") {
    sd_bus_message_append(reply, "u", role_of(path));
  } else if (member == "GetChildren") {
    append_children(reply, me, path);
  } else if (member == "GetChildAtIndex") {
    sd_bus_message_append(reply, "(so)", me.c_str(), path == "/list" ? "/list/row" : "/");
  } else if (member == "GetAccessibleAtPoint") {
    sd_bus_message_append(reply, "(so)", me.c_str(), "/list/row");
  } else if (member == "GetIndexInParent") {
    sd_bus_message_append(reply, "i", INT_MAX - 1);
  } else if (member == "GetAll") {
    append_properties(reply);
  } else if (member == "Get") {
    sd_bus_message_append(reply, "v", "s", endless.c_str());
  } else if (member == "GetInterfaces") {
    sd_bus_message_append(reply, "as", 6, "org.a11y.atspi.Action", "org.a11y.atspi.Component", "org.a11y.atspi.Text",
                          "org.a11y.atspi.Value", "org.a11y.atspi.EditableText", endless.c_str());
  } else if (member == "GetExtents") {
    sd_bus_message_append(reply, "(iiii)", INT_MIN, INT_MAX, INT_MAX, INT_MIN);
  } else if (member == "GetActions") {
    sd_bus_message_open_container(reply, 'a', "(sss)");
    for (int count = 0; count < 500; ++count)
      sd_bus_message_append(reply, "(sss)", std::to_string(count).c_str(), "", "");
    sd_bus_message_close_container(reply);
  } else if (member == "GetAttributes") {
    sd_bus_message_append(reply, "a{ss}", 1, "placeholder-text", endless.c_str());
  } else if (member == "GetSelection") {
    sd_bus_message_append(reply, "ii", INT_MAX, INT_MIN);
  } else {
    sd_bus_message_append(reply, "s", endless.c_str());
  }
}

}  // namespace

HostileApplication::HostileApplication(const std::string& session_bus_address) {
  bus_ = connect(accessibility_address(session_bus_address));
  const char* name = nullptr;
  check(sd_bus_get_unique_name(bus_, &name));
  name_ = name;
  check(sd_bus_add_filter(bus_, nullptr, on_message, this));
  check(sd_bus_call_method(bus_, "org.a11y.atspi.Registry", root, "org.a11y.atspi.Socket", "Embed", nullptr, nullptr,
                           "(so)", name_.c_str(), root));
  thread_ = std::jthread([this](const std::stop_token& stop) {
    constexpr std::uint64_t look_again = 20'000;
    while (!stop.stop_requested()) {
      const int worked = sd_bus_process(bus_, nullptr);
      if (worked < 0) return;
      if (worked == 0 && sd_bus_wait(bus_, look_again) < 0) return;
    }
  });
}

HostileApplication::~HostileApplication() {
  thread_.request_stop();
  thread_.join();
  sd_bus_close_unref(bus_);
}

int HostileApplication::on_message(sd_bus_message* message, void* self, sd_bus_error*) {
  const auto& me = static_cast<HostileApplication*>(self)->name_;
  if (sd_bus_message_is_method_call(message, nullptr, nullptr) <= 0) return 0;
  sd_bus_message* reply = nullptr;
  if (sd_bus_message_new_method_return(message, &reply) < 0) return 0;
  append_answer(reply, sd_bus_message_get_member(message), me, sd_bus_message_get_path(message));
  sd_bus_send(nullptr, reply, nullptr);
  sd_bus_message_unref(reply);
  return 1;
}

}  // namespace secondseat::stage
