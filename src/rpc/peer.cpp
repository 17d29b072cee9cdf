#include "rpc/peer.hpp"

#include <exception>
#include <utility>

#include <fmt/format.h>

#include "async/settle.hpp"
#include "async/within.hpp"

namespace secondseat::rpc {
namespace {

RpcError from_our_side(const Error& error) {
  if (error.code == ErrorCode::stopped) return {code::server_error, "stopped: the connection is closing"};
  return {code::internal_error, "internal error"};  // the detail is ours
}

Result<nlohmann::json> client_gone() { return fail(Layer::client, ErrorCode::closed, "the client is gone"); }

}  // namespace

/// A request of ours that waits for its answer, registered for as long as it is waited for.
struct Peer::Pending {
  Pending(Peer& owner, asio::any_io_executor loop, OnAbandoned on_abandoned)
      : peer(owner),
        id(std::to_string(owner.next_call_++)),
        abandoned(std::move(on_abandoned)),
        answer(std::move(loop)) {
    peer.calls_.emplace(id, this);
  }
  Pending(const Pending&) = delete;
  ~Pending() {
    peer.calls_.erase(id);
    if (!answer.is_set() && abandoned) abandoned(id);
  }

  Peer& peer;
  const std::string id;
  const OnAbandoned abandoned;
  async::OneShot<Result<nlohmann::json>> answer;
};

Peer::Peer(Transport& transport, Clock& clock, base::Log log)
    : transport_(transport), clock_(clock), log_(std::move(log)) {}

Task<void> Peer::run(Handler& handler) {
  handler_ = &handler;
  auto read_all = [this](async::Scope& requests) { return read(requests); };
  auto session = [this, &read_all](async::Scope& writer) -> Task<void> {
    auto write = [this](StopToken) { return transport_.write(); };
    writer.spawn(std::move(write));
    co_await async::with_scope(read_all);  // every request has ended after it
    auto flushed = flush();
    co_await async::within(clock_, Deadline::after(clock_, farewell), std::move(flushed));
    writer.stop();
  };
  co_await async::with_scope(session);
}

Task<Result<bool>> Peer::flush() {
  co_await transport_.flush();
  co_return true;
}

Task<void> Peer::read(async::Scope& requests) {
  const HangUp at_the_end(*this);
  while (auto frame = co_await transport_.receive()) {
    if (*frame) {
      handle(std::move(**frame), requests);
    } else {
      transport_.send(error_line("null", {code::invalid_request, "the line is too long"}));
    }
  }
  requests.stop();
}

void Peer::handle(std::string line, async::Scope& requests) {
  auto message = parse_message(std::move(line));
  if (!message) {
    transport_.send(error_line(message.error()));
    return;
  }
  switch (message->kind) {
    case Kind::request: return start(std::move(*message), requests);
    case Kind::notification: return deliver(*message);
    case Kind::response: return accept(std::move(*message));
  }
}

void Peer::start(Message request, async::Scope& requests) {
  const auto refuse = [&](int code, std::string text) {
    transport_.send(error_line(request.id, {code, std::move(text)}));
  };
  if (in_flight_.size() >= max_in_flight) return refuse(code::server_error, "too many requests in flight");
  auto key = canonical_id(request.id);
  const auto serial = next_serial_++;
  if (!in_flight_.try_emplace(key, InFlight{serial, std::nullopt}).second)
    return refuse(code::invalid_request, "duplicate id: a request with it is in flight");
  auto serve_it = [this, request = std::move(request), key, serial](StopToken stop) mutable {
    return serve(std::move(request), std::move(key), serial, std::move(stop));
  };
  auto stop = requests.spawn(std::move(serve_it));  // runs up to its first wait, and so may have answered already
  const auto entry = in_flight_.find(key);
  if (entry != in_flight_.end() && entry->second.serial == serial) entry->second.stop = std::move(stop);
}

Task<void> Peer::serve(Message request, std::string key, std::uint64_t serial, StopToken stop) {
  const auto id = request.id;
  auto work = handler_->on_request(std::move(request), std::move(stop));
  const auto settled = co_await async::settle(std::move(work));
  // Nothing waits from here on, so that STOP cannot come between the decision and the reply.
  if (!take(key, serial)) co_return;
  if (!settled) {
    if (settled.error().code != ErrorCode::stopped) log("event=request_handler_failed");
    transport_.send(error_line(id, from_our_side(settled.error())));
  } else if (const auto& reply = *settled) {
    transport_.send(result_line(id, *reply));
  } else {
    transport_.send(error_line(id, reply.error()));
  }
}

/// True for one caller only: whoever takes the entry out decides whether there is a reply.
bool Peer::take(const std::string& key, std::uint64_t serial) {
  const auto entry = in_flight_.find(key);
  if (entry == in_flight_.end() || entry->second.serial != serial) return false;
  in_flight_.erase(entry);
  return true;
}

void Peer::cancel(std::string_view id) {
  const auto entry = in_flight_.find(canonical_id(id));
  if (entry == in_flight_.end()) return;
  auto stop = std::move(entry->second.stop);
  in_flight_.erase(entry);
  if (stop) stop->request_stop();
}

void Peer::deliver(const Message& notification) {
  try {
    handler_->on_notification(notification);
  } catch (const std::exception&) {
    log("event=notification_handler_failed");
  }
}

Task<Result<nlohmann::json>> Peer::call(std::string method, nlohmann::json params, OnAbandoned on_abandoned) {
  if (gone_) co_return client_gone();
  Pending pending(*this, co_await asio::this_coro::executor, std::move(on_abandoned));
  transport_.send(request_line(pending.id, method, params));
  co_return co_await pending.answer.get();
}

void Peer::notify(std::string_view method, const nlohmann::json& params) {
  transport_.send(notification_line(method, params));
}

void Peer::notify(std::string_view method, const JsonText& params) {
  transport_.send(notification_line(method, params));
}

void Peer::accept(Message response) {
  const auto call = calls_.find(response.id);
  if (call == calls_.end()) return log("event=response_ignored");
  if (!response.is_error) {
    call->second->answer.set(std::move(response.result_or_error));
    return;
  }
  // The client's own words are not passed on: they would be shown as ours.
  const auto& error = response.result_or_error;
  const bool unknown = error.is_object() && error.contains("code") && error["code"] == code::method_not_found;
  call->second->answer.set(
      fail(Layer::client, unknown ? ErrorCode::unsupported : ErrorCode::unanswered,
           unknown ? "the client does not know this request" : "the client answered with an error"));
}

void Peer::hang_up() {
  gone_ = true;
  for (const auto& [id, call] : calls_) call->answer.set(client_gone());
}

void Peer::log(std::string_view line) const {
  if (log_) log_(line);
}

}  // namespace secondseat::rpc
