#include "mcp/client_questions.hpp"

#include "base/try.hpp"
#include "mcp/consent_form.hpp"

namespace secondseat::mcp {

Task<Result<Decision>> ClientQuestions::ask(Question question) {
  if (!client_.shows_forms)
    co_return fail(Layer::consent, ErrorCode::unaskable, "this client cannot show the user a question",
                   "Use a client with MCP elicitation.");
  auto form = consent_form(question, client_.version == legacy_versions.back());
  auto withdraw = [this](const std::string& id) {
    nlohmann::json params;
    params["requestId"] = nlohmann::json::parse(id);
    params["reason"] = "the question is no longer open";
    peer_.notify("notifications/cancelled", params);
  };
  CO_TRY(const auto result, co_await peer_.call("elicitation/create", std::move(form), std::move(withdraw)));
  co_return read_answer(result, question.choices);
}

}  // namespace secondseat::mcp
