// Bus: one connection to a D-Bus daemon, driven by Asio. Never blocks. When the connection dies, every call that waits is answered
// with `backend_lost`, and so is every later one. AX thread only; the executor's context must outlive it.
#pragma once

#include <systemd/sd-bus.h>

#include <asio/any_io_executor.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/steady_timer.hpp>

#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>

#include "desktop/atspi/call.hpp"

namespace secondseat::atspi {

class Bus {
 public:
  /// More at a time make toolkits answer "no such interface" for interfaces that they have.
  static constexpr std::size_t calls_in_flight = 64;

  /// Starts to connect; what is sent meanwhile waits.
  static Result<std::unique_ptr<Bus>> open(asio::any_io_executor native, const std::string& address);
  Bus(const Bus&) = delete;
  Bus& operator=(const Bus&) = delete;
  ~Bus();

  bool is_open() const { return bus_ != nullptr; }
  /// A method call, to be filled and sent. Empty if the bus is lost or the names are not valid.
  Message request(const std::string& destination, const std::string& path, const char* interface, const char* member);
  /// Sends it, or puts it in line behind the calls that its destination has not answered.
  Call send(Message request);
  /// True if a call to it would leave at once.
  bool would_send_now(const std::string& destination) const;
  /// Signals that fit the rule, until the Bus ends. The call is answered once the daemon knows the rule.
  Call watch(const std::string& rule, std::function<void(Message)> on_signal);
  /// Lets go of the connection, and answers what waits.
  void close();

 private:
  struct InFlight;
  struct Watch;
  struct Lane {
    std::size_t in_flight = 0;
    std::deque<std::shared_ptr<PendingCall>> waiting;
  };
  Bus(asio::any_io_executor native, sd_bus* started, int fd);

  static int on_reply(sd_bus_message* reply, void* in_flight, sd_bus_error* error);
  static int on_signal(sd_bus_message* signal, void* watch, sd_bus_error* error);
  static int on_watching(sd_bus_message* reply, void* watch, sd_bus_error* error);
  void dispatch(std::shared_ptr<PendingCall> call);
  void advance(const std::string& destination);
  void process();
  void arm();
  void wait_for(asio::posix::stream_descriptor::wait_type what, bool& waiting);

  asio::any_io_executor native_;
  sd_bus* bus_;
  asio::posix::stream_descriptor socket_;
  asio::steady_timer timeout_;
  bool waits_to_read_ = false;
  bool waits_to_write_ = false;
  bool processing_ = false;
  std::map<std::string, Lane, std::less<>> lanes_;
  std::list<InFlight> in_flight_;
  std::list<Watch> watches_;
  std::shared_ptr<Bus*> self_;  // the handlers hold it weakly: they may run after we are gone
};

}  // namespace secondseat::atspi
