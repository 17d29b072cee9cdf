#include "desktop/atspi/bus.hpp"

#include <poll.h>

#include <chrono>
#include <cstdint>
#include <string_view>
#include <utility>

#include <asio/post.hpp>

#include "desktop/atspi/bus_address.hpp"

namespace secondseat::atspi {

struct Bus::InFlight {
  Bus* bus;
  std::shared_ptr<PendingCall> call;
  sd_bus_slot* slot = nullptr;
  std::list<InFlight>::iterator place;
};

struct Bus::Watch {
  std::function<void(Message)> on_signal;
  std::shared_ptr<PendingCall> installed;
  sd_bus_slot* slot = nullptr;
};

namespace {

tl::unexpected<Error> lost() {
  return fail(Layer::backend, ErrorCode::backend_lost, "the accessibility bus is gone",
              "The next call connects again; see that the desktop session is running.");
}

Result<Message> to_result(sd_bus_message* reply, const std::string& destination) {
  const char* from = sd_bus_message_get_sender(reply);
  const std::string_view sender = from != nullptr ? from : "";
  if (sd_bus_message_is_method_error(reply, nullptr) <= 0) {
    // A unique name is the peer itself; nobody else may answer for it.
    if (destination.starts_with(':') && sender != destination)
      return fail(Layer::backend, ErrorCode::unsupported, "another program answered in the application's place");
    return Message::share(reply);
  }
  const auto* error = sd_bus_message_get_error(reply);
  const std::string_view name = error != nullptr && error->name != nullptr ? error->name : "";
  const bool by_daemon = sender == "org.freedesktop.DBus" || sender.empty();
  if (by_daemon &&
      (name == "org.freedesktop.DBus.Error.ServiceUnknown" || name == "org.freedesktop.DBus.Error.NameHasNoOwner"))
    return fail(Layer::application, ErrorCode::not_found, "the application is gone");
  if (by_daemon) return fail(Layer::application, ErrorCode::stale, "the application went away without an answer");
  return fail(Layer::application, ErrorCode::unsupported, "the application answered with an error");
}

}  // namespace

Result<std::unique_ptr<Bus>> Bus::open(asio::any_io_executor native, const std::string& address) {
  if (!is_local_socket(address))
    return fail(Layer::backend, ErrorCode::backend_lost, "the bus has no address that is a local socket",
                "Start it in a desktop session, where DBUS_SESSION_BUS_ADDRESS is set.");
  sd_bus* bus = nullptr;
  if (sd_bus_new(&bus) < 0) return lost();
  const bool started =
      sd_bus_set_address(bus, address.c_str()) >= 0 && sd_bus_set_bus_client(bus, 1) >= 0 && sd_bus_start(bus) >= 0;
  const int fd = started ? sd_bus_get_fd(bus) : -1;
  if (fd < 0) {
    sd_bus_close_unref(bus);
    return lost();
  }
  std::unique_ptr<Bus> opened(new Bus(std::move(native), bus, fd));
  opened->arm();
  return opened;
}

Bus::Bus(asio::any_io_executor native, sd_bus* started, int fd)
    : native_(native), bus_(started), socket_(native, fd), timeout_(native), self_(std::make_shared<Bus*>(this)) {}

Bus::~Bus() {
  self_.reset();
  close();
}

void Bus::close() {
  if (bus_ == nullptr) return;
  auto* const bus = std::exchange(bus_, nullptr);
  socket_.cancel();
  socket_.release();  // sd-bus closes it
  timeout_.cancel();
  auto lanes = std::exchange(lanes_, {});
  auto in_flight = std::exchange(in_flight_, {});
  auto watches = std::exchange(watches_, {});
  for (auto& flying : in_flight) {
    sd_bus_slot_unref(flying.slot);
    flying.call->answer(lost());
  }
  for (auto& [destination, lane] : lanes)
    for (auto& waiting : lane.waiting) waiting->answer(lost());
  for (auto& watch : watches) {
    sd_bus_slot_unref(watch.slot);
    watch.installed->answer(lost());
  }
  sd_bus_close_unref(bus);
}

Message Bus::request(const std::string& destination, const std::string& path, const char* interface,
                     const char* member) {
  if (bus_ == nullptr) return {};
  sd_bus_message* made = nullptr;
  if (sd_bus_message_new_method_call(bus_, &made, destination.c_str(), path.c_str(), interface, member) < 0) return {};
  return Message(made);
}

bool Bus::would_send_now(const std::string& destination) const {
  const auto lane = lanes_.find(destination);
  return bus_ != nullptr && (lane == lanes_.end() || lane->second.in_flight < calls_in_flight);
}

Call Bus::send(Message request) {
  auto call = std::make_shared<PendingCall>(native_);
  if (bus_ == nullptr || !request) {
    call->answer(lost());
    return Call(std::move(call));
  }
  call->destination = sd_bus_message_get_destination(request.get());
  call->request = std::move(request);
  if (would_send_now(call->destination))
    dispatch(call);
  else
    lanes_[call->destination].waiting.push_back(call);
  return Call(std::move(call));
}

void Bus::dispatch(std::shared_ptr<PendingCall> call) {
  const auto place = in_flight_.insert(in_flight_.end(), InFlight{this, call, nullptr, {}});
  place->place = place;
  constexpr auto no_time_limit = UINT64_MAX;  // whoever waits has a Deadline
  const int result = sd_bus_call_async(bus_, &place->slot, call->request.get(), on_reply, &*place, no_time_limit);
  call->request = {};
  if (result < 0) {
    in_flight_.erase(place);
    call->answer(lost());
    return;
  }
  call->sent = true;
  ++lanes_[call->destination].in_flight;
  if (!processing_) arm();
}

int Bus::on_reply(sd_bus_message* reply, void* in_flight, sd_bus_error*) {
  auto& flying = *static_cast<InFlight*>(in_flight);
  auto& self = *flying.bus;
  const auto call = std::move(flying.call);
  sd_bus_slot_unref(flying.slot);
  self.in_flight_.erase(flying.place);
  // sd-bus answers for everybody when the connection breaks, in the daemon's name.
  const bool open = sd_bus_is_open(self.bus_) > 0;
  call->answer(open ? to_result(reply, call->destination) : Result<Message>(lost()));
  self.advance(call->destination);
  return 1;
}

// A call whose place became free lets the next one go.
void Bus::advance(const std::string& destination) {
  const auto found = lanes_.find(destination);
  if (found == lanes_.end()) return;
  auto& lane = found->second;
  --lane.in_flight;
  while (!lane.waiting.empty() && lane.in_flight < calls_in_flight) {
    auto next = std::move(lane.waiting.front());
    lane.waiting.pop_front();
    if (!next->abandoned) dispatch(std::move(next));
  }
  if (lane.in_flight == 0 && lane.waiting.empty()) lanes_.erase(found);
}

Call Bus::watch(const std::string& rule, std::function<void(Message)> on_signal) {
  auto installed = std::make_shared<PendingCall>(native_);
  if (bus_ == nullptr) {
    installed->answer(lost());
    return Call(std::move(installed));
  }
  auto& watch = watches_.emplace_back(Watch{std::move(on_signal), installed});
  if (sd_bus_add_match_async(bus_, &watch.slot, rule.c_str(), Bus::on_signal, on_watching, &watch) < 0) {
    watches_.pop_back();
    installed->answer(lost());
  } else if (!processing_) {
    arm();
  }
  return Call(std::move(installed));
}

int Bus::on_signal(sd_bus_message* signal, void* watch, sd_bus_error*) {
  static_cast<Watch*>(watch)->on_signal(Message::share(signal));
  return 0;
}

int Bus::on_watching(sd_bus_message* reply, void* watch, sd_bus_error*) {
  static_cast<Watch*>(watch)->installed->answer(to_result(reply, "org.freedesktop.DBus"));
  return 1;
}

void Bus::process() {
  // A peer that never stops talking must not keep the thread for itself.
  constexpr int most_at_once = 256;
  processing_ = true;
  int result = 1;
  for (int count = 0; result > 0 && count < most_at_once; ++count) result = sd_bus_process(bus_, nullptr);
  processing_ = false;
  if (result < 0) {
    close();
    return;
  }
  arm();
  if (result == 0) return;
  auto go_on = [self = std::weak_ptr(self_)] {
    const auto alive = self.lock();
    if (alive && (*alive)->bus_ != nullptr) (*alive)->process();
  };
  asio::post(native_, std::move(go_on));
}

void Bus::arm() {
  const int events = sd_bus_get_events(bus_);
  std::uint64_t at = 0;
  if (events < 0 || sd_bus_get_timeout(bus_, &at) < 0) {
    close();
    return;
  }
  wait_for(asio::posix::stream_descriptor::wait_read, waits_to_read_);
  if ((events & POLLOUT) != 0) wait_for(asio::posix::stream_descriptor::wait_write, waits_to_write_);
  if (at == UINT64_MAX) return;
  timeout_.expires_at(Clock::TimePoint(std::chrono::microseconds(at)));  // both count CLOCK_MONOTONIC
  auto on_time = [self = std::weak_ptr(self_)](const asio::error_code& error) {
    const auto alive = self.lock();
    if (!error && alive && (*alive)->bus_ != nullptr) (*alive)->process();
  };
  timeout_.async_wait(std::move(on_time));
}

void Bus::wait_for(asio::posix::stream_descriptor::wait_type what, bool& waiting) {
  if (waiting) return;
  waiting = true;
  auto on_ready = [self = std::weak_ptr(self_), &waiting](const asio::error_code& error) {
    const auto alive = self.lock();
    if (!alive) return;
    waiting = false;
    if (!error && (*alive)->bus_ != nullptr) (*alive)->process();
  };
  socket_.async_wait(what, std::move(on_ready));
}

}  // namespace secondseat::atspi
