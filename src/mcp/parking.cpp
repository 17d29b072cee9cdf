#include "mcp/parking.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "rpc/message.hpp"

namespace secondseat::mcp {
namespace {

constexpr std::size_t number_bytes = 16;

std::string what_of(std::string_view tool, const nlohmann::json& arguments) {
  return base::to_hex(base::sha256(fmt::format("{}\n{}", tool, rpc::to_text(arguments))));
}

std::string claim(std::string_view number, std::string_view what) { return fmt::format("{}.{}", number, what); }

}  // namespace

std::string Parking::park(std::shared_ptr<ParkedCall> call, std::string_view tool, const nlohmann::json& arguments) {
  if (places_.size() == places) {
    places_.front().call->run.request_stop();
    places_.pop_front();
  }
  Place place{base::random_hex(number_bytes), what_of(tool, arguments), std::move(call)};
  auto token = fmt::format("{}.{}", place.number, key_.mac_hex(claim(place.number, place.what)));
  places_.push_back(std::move(place));
  return token;
}

std::shared_ptr<ParkedCall> Parking::take(std::string_view token, std::string_view tool,
                                          const nlohmann::json& arguments) {
  const auto dot = token.find('.');
  if (dot == std::string_view::npos) return nullptr;
  const auto number = token.substr(0, dot);
  const auto what = what_of(tool, arguments);
  if (!key_.verify(claim(number, what), token.substr(dot + 1))) return nullptr;
  const auto found =
      std::find_if(places_.begin(), places_.end(), [&](const Place& place) { return place.number == number; });
  if (found == places_.end()) return nullptr;
  auto call = std::move(found->call);
  places_.erase(found);
  return call;
}

}  // namespace secondseat::mcp
