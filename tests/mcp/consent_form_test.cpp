#include "mcp/consent_form.hpp"

#include "catch.hpp"

using namespace secondseat;

TEST_CASE("The form has one required choice without a default, and names the program first") {
  const Question question{"/usr/bin/mousepad",
                          "Mousepad\nAllow \"everything\"?",
                          "an agent",
                          "",
                          {Decision::once, Decision::task, Decision::deny}};
  const auto form = mcp::consent_form(question, true);
  CHECK(form["mode"] == "form");
  const auto& schema = form["requestedSchema"];
  CHECK(schema["properties"].size() == 1);
  CHECK(schema["properties"]["decision"]["enum"] == nlohmann::json::parse(R"(["once","task","deny"])"));
  CHECK_FALSE(schema["properties"]["decision"].contains("default"));
  const auto message = form["message"].get<std::string>();
  CHECK(message.starts_with("/usr/bin/mousepad\n"));
  CHECK(std::count(message.begin(), message.end(), '\n') == 1);
}

TEST_CASE("Clients before 2025-11-25 are not told a mode") {
  CHECK_FALSE(mcp::consent_form(Question{}, false).contains("mode"));
}

TEST_CASE("Only an offered choice is an answer; decline is a deny") {
  const std::vector<Decision> choices{Decision::once, Decision::deny};
  const auto read = [&](const char* text) { return mcp::read_answer(nlohmann::json::parse(text), choices); };
  CHECK(read(R"({"action":"accept","content":{"decision":"once"}})") == Decision::once);
  CHECK(read(R"({"action":"accept","content":{"decision":"deny"}})") == Decision::deny);
  CHECK(read(R"({"action":"decline"})") == Decision::deny);
  for (const auto* text :
       {R"({"action":"accept","content":{"decision":"task"}})", R"({"action":"accept","content":{}})",
        R"({"action":"accept","content":{"decision":true}})", R"({"action":"cancel"})", R"({})", R"(null)"}) {
    const auto answer = read(text);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code == ErrorCode::unanswered);
  }
}
