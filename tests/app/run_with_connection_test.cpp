// The loop that an embedder is given.
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "catch.hpp"
#include "secondseat/run.hpp"

using namespace secondseat;

namespace {

const std::string example = "scripted:" SS_EXAMPLE_WORLD;

}  // namespace

TEST_CASE("run_with_connection gives what the work gave") {
  std::size_t applications = 0;
  auto count = [&](Connection& connection) -> Task<Result<void>> {
    const Caller nobody;
    const auto listed = co_await connection.list_apps(nobody);
    applications = listed ? listed->size() : 0;
    co_return Result<void>();
  };
  auto give_up = [](Connection&) -> Task<Result<void>> {
    co_return fail(Layer::client, ErrorCode::not_found, "nothing to do");
  };

  CHECK(run_with_connection(example, count));
  CHECK(applications == 1);
  const auto gave_up = run_with_connection(example, give_up);
  REQUIRE_FALSE(gave_up);
  CHECK(gave_up.error().message == "nothing to do");
}

TEST_CASE("run_with_connection does not call the work on a desktop that there is not") {
  bool called = false;
  auto work = [&called](Connection&) -> Task<Result<void>> {
    called = true;
    co_return Result<void>();
  };

  const auto ran = run_with_connection("mars", work);

  REQUIRE_FALSE(ran);
  CHECK(ran.error().code == ErrorCode::invalid_argument);
  CHECK_FALSE(called);
}

TEST_CASE("run_with_connection makes an error of what the work threw, and can be used again") {
  auto broken = [](Connection& connection) -> Task<Result<void>> {
    const Caller nobody;
    const auto listed = co_await connection.list_apps(nobody);
    throw std::runtime_error("broken");
  };
  auto fine = [](Connection&) -> Task<Result<void>> { co_return Result<void>(); };

  auto broken_at_once = [](Connection&) -> Task<Result<void>> { throw std::runtime_error("broken"); };  // no coroutine
  for (const auto& work : std::vector<ConnectedWork>{broken, broken_at_once}) {
    const auto failed = run_with_connection(example, work);
    REQUIRE_FALSE(failed);
    CHECK(failed.error().layer == Layer::internal);
    CHECK(failed.error().message == "broken");
  }
  CHECK(run_with_connection(example, fine));
}
