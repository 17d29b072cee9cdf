// HostileApplication: an application on the accessibility bus of a Stage that answers everything, and never decently: endless depth,
// cycles, billions of children, references into other programs, texts without end, replies of the wrong type. It runs on a thread
// of its own, which its destruction ends.
#pragma once

#include <systemd/sd-bus.h>

#include <string>
#include <thread>

namespace secondseat::stage {

class HostileApplication {
 public:
  /// Registered when this returns; throws if it cannot be.
  explicit HostileApplication(const std::string& session_bus_address);
  HostileApplication(const HostileApplication&) = delete;
  HostileApplication& operator=(const HostileApplication&) = delete;
  ~HostileApplication();

 private:
  static int on_message(sd_bus_message* message, void* self, sd_bus_error* error);

  sd_bus* bus_ = nullptr;
  std::string name_;
  std::jthread thread_;
};

}  // namespace secondseat::stage
