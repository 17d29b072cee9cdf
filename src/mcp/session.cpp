#include "mcp/session.hpp"

#include <fmt/format.h>

#include "async/scope.hpp"
#include "mcp/serve.hpp"

namespace secondseat::mcp {
namespace {

using Json = nlohmann::json;

rpc::Reply refuse(int code, std::string message) { return tl::unexpected(rpc::RpcError{code, std::move(message)}); }

rpc::Reply unknown_method() { return refuse(rpc::code::method_not_found, "there is no such method"); }

Json capabilities() {
  Json offered;
  offered["tools"] = Json::object();
  return offered;
}

/// The same bytes whatever runs on the desktop, so that a client's cache of the prompt holds.
const std::string& listed_tools() {
  static const auto text = [] {
    Json list;
    list["tools"] = Json::array();
    for (const auto& tool : tools()) list["tools"].push_back(tool.listed());
    return rpc::to_text(list);
  }();
  return text;
}

rpc::Reply list_tools(const Json& params) {
  if (params.contains("cursor")) return refuse(rpc::code::invalid_params, "there is no such page; the list has one");
  return listed_tools();
}

std::string cacheable(std::string_view result) {
  constexpr std::string_view for_an_hour = R"({"ttlMs":3600000,"cacheScope":"public",)";
  return fmt::format("{}{}", for_an_hour, result.substr(1));
}

rpc::Reply discover() {
  Json result;
  result["supportedVersions"] = Json::array({modern_version});
  result["capabilities"] = capabilities();
  result["instructions"] = instructions();
  return modern_result(cacheable(rpc::to_text(result)));
}

}  // namespace

Task<void> Session::run(async::Scope& calls) {
  calls_ = &calls;
  co_await peer_.run(*this);
  calls.stop();
}

Task<rpc::Reply> Session::on_request(rpc::Message request, StopToken stop) {
  if (is_modern(request.params)) return on_modern(std::move(request), std::move(stop));
  return on_legacy(std::move(request), std::move(stop));
}

void Session::on_notification(const rpc::Message& notification) {
  if (notification.method != "notifications/cancelled") return;
  if (const auto id = rpc::id_in_params(notification, "requestId")) peer_.cancel(*id);
}

Task<rpc::Reply> Session::on_legacy(rpc::Message request, StopToken stop) {
  if (request.method == "ping") co_return rpc::Reply("{}");
  if (request.method == "initialize") co_return initialize(request.params);
  if (!client_)
    co_return refuse(
        rpc::code::invalid_params,
        fmt::format("neither era: open a session with initialize, or name \"io.modelcontextprotocol/protocolVersion\" "
                    "({}) in _meta",
                    modern_version));
  if (request.method == "tools/list") co_return list_tools(request.params);
  if (request.method == "tools/call") co_return co_await call_legacy(std::move(request), std::move(stop));
  co_return unknown_method();
}

rpc::Reply Session::initialize(const Json& params) {
  if (client_) return refuse(rpc::code::invalid_request, "the session is open already");
  if (!params.contains("protocolVersion"))
    return refuse(rpc::code::invalid_params, "initialize names no protocolVersion");
  client_ = client_of_session(params);
  legacy_questions_.met(*client_);
  Json result;
  result["protocolVersion"] = client_->version;
  result["capabilities"] = capabilities();
  result["serverInfo"] = server_info();
  result["instructions"] = instructions();
  return rpc::to_text(result);
}

Task<rpc::Reply> Session::on_modern(rpc::Message request, StopToken stop) {
  auto client = client_of_request(request.params);
  if (!client) co_return tl::unexpected(std::move(client).error());
  if (request.method == "server/discover") co_return discover();
  if (request.method == "tools/list") {
    const auto list = list_tools(request.params);
    if (!list) co_return list;
    co_return modern_result(cacheable(*list));
  }
  if (request.method == "tools/call")
    co_return co_await call_modern(std::move(request), *std::move(client), std::move(stop));
  co_return unknown_method();
}

Task<void> serve(rpc::Transport& transport, Connection& connection, Clock& clock) {
  rpc::Peer peer(transport, clock);
  Session session(peer, connection);
  auto run = [&session](async::Scope& calls) { return session.run(calls); };
  co_await async::with_scope(std::move(run));
}

}  // namespace secondseat::mcp
