// Parking: the calls that wait for an answer, and the tokens that name them. Loop only.
//
// A token is good for one retry of the same tool with the same arguments, on this connection, in this process: it is a random
// number and a MAC over it and the call (rule 2 of a protocol that invites retries). Whoever retries takes the call out.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/random.hpp"
#include "mcp/parked_call.hpp"

namespace secondseat::mcp {

class Parking {
 public:
  /// More than this wait at once for their answers: the oldest is stopped.
  static constexpr std::size_t places = 16;

  /// The requestState to send for the call.
  std::string park(std::shared_ptr<ParkedCall> call, std::string_view tool, const nlohmann::json& arguments);
  /// The call that the token names; nothing for a token that was used, forged, or given for another call.
  std::shared_ptr<ParkedCall> take(std::string_view token, std::string_view tool, const nlohmann::json& arguments);

 private:
  struct Place {
    std::string number;
    std::string what;  // tool and arguments
    std::shared_ptr<ParkedCall> call;
  };
  base::BootKey key_;
  std::deque<Place> places_;  // oldest first
};

}  // namespace secondseat::mcp
