#include "mcp/finished_calls.hpp"

#include <algorithm>
#include <utility>

namespace secondseat::mcp {

std::optional<rpc::Reply> FinishedCalls::find(std::string_view id, std::string_view what) const {
  const auto found = std::find_if(calls_.begin(), calls_.end(), [&](const Finished& call) { return call.id == id; });
  if (found == calls_.end()) return std::nullopt;
  if (found->what == what) return found->reply;
  const rpc::RpcError error{rpc::code::invalid_request, "this id was used for another action; use a new one"};
  return rpc::Reply(tl::unexpected(error));
}

void FinishedCalls::remember(std::string id, std::string what, const rpc::Reply& reply) {
  if (calls_.size() == remembered) calls_.pop_front();
  calls_.push_back({std::move(id), std::move(what), reply});
}

}  // namespace secondseat::mcp
