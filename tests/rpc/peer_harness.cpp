#include "peer_harness.hpp"

#include <stdexcept>
#include <utility>

#include <asio/bind_cancellation_slot.hpp>
#include <asio/co_spawn.hpp>
#include <asio/this_coro.hpp>

namespace secondseat::test {

Task<rpc::Reply> ScriptedHandler::on_request(rpc::Message request, StopToken) {
  started.push_back(request.id);
  if (request.method == "throw") throw std::runtime_error("secret detail");
  if (request.method == "refuse") co_return tl::unexpected(rpc::RpcError{-32001, "refused", nullptr});
  if (request.method == "ask") {
    auto answer = ask();
    co_return co_await std::move(answer);
  }
  if (request.method == "stubborn") co_await asio::this_coro::throw_if_cancelled(false);
  if (request.method != "echo") co_await wait(request.id);
  if (request.method == "throw_later") throw std::runtime_error("secret detail");
  co_return rpc::to_text(request.params);
}

Task<void> ScriptedHandler::wait(const std::string id) {
  struct Witness {
    ~Witness() {
      if (!done) handler.unwound.push_back(id);
    }
    ScriptedHandler& handler;
    const std::string& id;
    bool done = false;
  };
  Witness witness{*this, id};
  co_await gate(id).wait();
  witness.done = true;
}

Task<rpc::Reply> ScriptedHandler::ask() {
  rpc::Peer::OnAbandoned on_abandoned = [this](const std::string& id) { abandoned.push_back(id); };
  const auto answer = co_await peer->call("question", nlohmann::json::object(), std::move(on_abandoned));
  if (answer) co_return rpc::to_text(*answer);
  co_return tl::unexpected(rpc::RpcError{-32001, std::string(to_string(answer.error().code)), nullptr});
}

void ScriptedHandler::on_notification(const rpc::Message& notification) {
  notified.push_back(notification.method);
  if (notification.method == "throw") throw std::runtime_error("secret detail");
  if (notification.method != "cancel") return;
  if (const auto id = rpc::id_in_params(notification, "requestId")) peer->cancel(*id);
}

async::Event& ScriptedHandler::gate(const std::string& id) {
  auto& gate = gates_[id];
  if (!gate) gate = std::make_unique<async::Event>(loop_);
  return *gate;
}

PeerHarness::PeerHarness()
    : transport(loop.executor()),
      handler(loop.executor()),
      peer(transport, loop.clock(), [this](std::string_view line) { log.emplace_back(line); }) {
  handler.peer = &peer;
  auto run = [this]() { return peer.run(handler); };
  auto finish = [this](const std::exception_ptr&) { ended = true; };
  asio::co_spawn(loop.executor(), std::move(run), asio::bind_cancellation_slot(stop_.slot(), std::move(finish)));
  settle();
}

PeerHarness::~PeerHarness() {
  stop();
  handler.release_all();
  while (loop.step()) {
  }
}

void PeerHarness::settle() {
  constexpr std::size_t endless = 100'000;
  std::size_t steps = 0;
  while (loop.step())
    if (++steps == endless) throw std::runtime_error("the session never comes to rest");
}

void PeerHarness::say(std::string line) {
  transport.say(std::move(line));
  settle();
}

std::vector<std::string> PeerHarness::exchange(std::string line) {
  heard();
  say(std::move(line));
  return heard();
}

std::string request(const std::string& id, const std::string& method) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"("})";
}

std::string cancel(const std::string& id) {
  return R"({"jsonrpc":"2.0","method":"cancel","params":{"requestId":)" + id + "}}";
}

std::string result(const std::string& id, const std::string& value) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":)" + value + "}";
}

std::string error(const std::string& id, int code, const std::string& message) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"error":{"code":)" + std::to_string(code) + R"(,"message":")" +
         message + R"("}})";
}

}  // namespace secondseat::test
