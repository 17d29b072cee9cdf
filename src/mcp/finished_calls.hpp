// FinishedCalls: the answers to the latest actions, by the id of their request. Loop only.
//
// A client that repeats a request with the same id and the same arguments gets the same answer and no second execution
// (rule 2); the same id with other arguments is an error.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "rpc/peer.hpp"

namespace secondseat::mcp {

class FinishedCalls {
 public:
  static constexpr std::size_t remembered = 64;

  /// `what` names tool and arguments. Nothing: the id has not been seen lately.
  std::optional<rpc::Reply> find(std::string_view id, std::string_view what) const;
  void remember(std::string id, std::string what, const rpc::Reply& reply);

 private:
  struct Finished {
    std::string id;
    std::string what;
    rpc::Reply reply;
  };
  std::deque<Finished> calls_;  // oldest first
};

}  // namespace secondseat::mcp
