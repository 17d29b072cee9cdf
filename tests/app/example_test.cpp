// The program of docs/examples, run as its reader would run it.
#include "app/server.hpp"
#include "catch.hpp"

using namespace secondseat::test;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace {

Ended save_a_note(const std::string& app, std::string_view answer) {
  Server program({SS_EXAMPLE_PROGRAM, "scripted:" SS_EXAMPLE_WORLD, app});
  program.say(answer);
  return program.finish();
}

}  // namespace

TEST_CASE("the example reads, sets a value, presses and reads back") {
  const auto ended = save_a_note("Notes", "y\n");

  CHECK(ended.status.success());
  CHECK(ended.err.empty());
  CHECK_THAT(ended.out, Contains("/usr/bin/notes") &&
                            Contains("outcome: confirmed \xc2\xb7 evidence: value_readback") &&
                            Contains("outcome: confirmed \xc2\xb7 evidence: tree_delta"));
  CHECK_THAT(ended.out, Contains("list item \"Feed the cat\""));
}

TEST_CASE("the example does nothing unless the person says yes") {
  for (const auto* answer : {"n\n", "", "yes please\n"}) {
    const auto ended = save_a_note("Notes", answer);

    CAPTURE(answer);
    CHECK(ended.status.code == 1);
    CHECK_THAT(ended.out, EndsWith("[y/N] "));
    CHECK_FALSE(ended.err.empty());
  }
}

TEST_CASE("the example says which application there is not") {
  const auto ended = save_a_note("Mailbox", "y\n");

  CHECK(ended.status.code == 1);
  CHECK_THAT(ended.err, Contains("Mailbox"));
}
