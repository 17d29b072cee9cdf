// Connection: the accessibility bus as one stretch of time in which it did not break, and what is known of the applications on it.
// AX thread only.
#pragma once

#include <asio/any_io_executor.hpp>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "desktop/atspi/bus.hpp"
#include "desktop/atspi/dialect.hpp"
#include "desktop/atspi/element_address.hpp"
#include "desktop/atspi/settling.hpp"
#include "secondseat/clock.hpp"

namespace secondseat::atspi {

struct ApplicationRoot {
  ElementAddress address;
  Dialect dialect = Dialect::unknown;
};

class Connection {
 public:
  /// Asks the session bus for the accessibility bus, asks applications to be accessible, and connects.
  static Task<Result<std::unique_ptr<Connection>>> open(asio::any_io_executor native, std::string session_bus_address);

  Bus& bus() { return *bus_; }
  bool is_open() const { return bus_->is_open(); }
  asio::any_io_executor native() const { return native_; }

  /// The roots of all applications, at most one for each peer of the bus.
  Task<Result<std::vector<ApplicationRoot>>> roots();
  /// The root of one, from memory if it is known; `stale` if it is not on the bus.
  Task<Result<ApplicationRoot>> root(std::string bus_name);
  /// Which dialect it speaks, asked once.
  Task<Result<Dialect>> dialect(ApplicationRoot root);
  /// When this application last said that something happened; it is asked to say so at the first call.
  Task<Result<std::shared_ptr<Activity>>> activity(std::string bus_name, Clock& clock);

  /// Applications that did not answer in time when they were last asked for their windows.
  std::set<std::string>& silent() { return silent_; }

  // What every element can be asked.
  Call ask(const ElementAddress& element, const char* interface, const char* method);
  Call get(const ElementAddress& element, const char* interface, const char* property);
  Call get_all(const ElementAddress& element, const char* interface);

 private:
  Connection(asio::any_io_executor native, std::unique_ptr<Bus> bus)
      : native_(std::move(native)), bus_(std::move(bus)) {}

  asio::any_io_executor native_;
  std::unique_ptr<Bus> bus_;
  std::map<std::string, ApplicationRoot> roots_;
  std::set<std::string> silent_;
  std::map<std::string, std::shared_ptr<Activity>> activities_;  // owners: this map, and whoever waits for quiet
};

}  // namespace secondseat::atspi
