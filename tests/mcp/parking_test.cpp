#include "mcp/parking.hpp"

#include <asio/io_context.hpp>

#include "catch.hpp"

using namespace secondseat;

namespace {

struct Calls {
  std::shared_ptr<mcp::ParkedCall> make() { return std::make_shared<mcp::ParkedCall>(io.get_executor()); }
  asio::io_context io;
  mcp::Parking parking;
  nlohmann::json arguments = nlohmann::json::object();
};

}  // namespace

TEST_CASE("A token brings back its call, once") {
  Calls calls;
  const auto call = calls.make();
  const auto token = calls.parking.park(call, "click", calls.arguments);
  CHECK(calls.parking.take(token, "set_value", calls.arguments) == nullptr);
  CHECK(calls.parking.take(token, "click", calls.arguments) == call);
  CHECK(calls.parking.take(token, "click", calls.arguments) == nullptr);
}

TEST_CASE("A token of another process does not fit, nor does anything else") {
  Calls calls;
  Calls other;
  const auto token = other.parking.park(other.make(), "click", other.arguments);
  calls.parking.park(calls.make(), "click", calls.arguments);
  CHECK(calls.parking.take(token, "click", calls.arguments) == nullptr);
  for (const auto* text : {"", ".", "a.b", "nothing"})
    CHECK(calls.parking.take(text, "click", calls.arguments) == nullptr);
}

TEST_CASE("The oldest of too many parked calls is stopped") {
  Calls calls;
  const auto first = calls.make();
  const auto token = calls.parking.park(first, "click", calls.arguments);
  for (std::size_t more = 0; more < mcp::Parking::places; ++more)
    calls.parking.park(calls.make(), "click", calls.arguments);
  CHECK(first->run.token().stop_requested());
  CHECK(calls.parking.take(token, "click", calls.arguments) == nullptr);
}
