#include "mcp/consent_form.hpp"

namespace secondseat::mcp {
namespace {

using Json = nlohmann::json;

std::string_view meaning(Decision decision) {
  switch (decision) {
    case Decision::once: return "Allow this one request";
    case Decision::task: return "Allow until this task ends";
    case Decision::always: return "Allow always";
    case Decision::deny: return "Deny";
  }
  return "Deny";
}

tl::unexpected<Error> no_answer(std::string why) {
  return fail(Layer::consent, ErrorCode::unanswered, std::move(why), "Nothing was done. The user can be asked again.");
}

}  // namespace

Json consent_form(const Question& question, bool names_mode) {
  Json choice;
  choice["type"] = "string";
  choice["title"] = "Access";
  choice["description"] = "once: this request; task: until the task ends; deny: not at all";
  choice["enum"] = Json::array();
  choice["enumNames"] = Json::array();
  for (const auto decision : question.choices) {
    choice["enum"].push_back(to_string(decision));
    choice["enumNames"].push_back(meaning(decision));
  }
  Json schema;
  schema["type"] = "object";
  schema["properties"]["decision"] = std::move(choice);
  schema["required"] = Json::array({"decision"});
  Json params;
  if (names_mode) params["mode"] = "form";
  params["message"] = question.text();
  params["requestedSchema"] = std::move(schema);
  return params;
}

Result<Decision> read_answer(const Json& result, const std::vector<Decision>& choices) {
  const auto action = result.is_object() ? result.find("action") : result.end();
  if (!result.is_object() || action == result.end() || !action->is_string())
    return no_answer("the client gave no answer");
  if (*action == "decline") return Decision::deny;
  if (*action != "accept") return no_answer("the question was dismissed without an answer");
  const auto content = result.find("content");
  if (content == result.end() || !content->is_object() || content->size() != 1 || !content->contains("decision"))
    return no_answer("the client accepted without a decision, which is not consent");
  for (const auto decision : choices)
    if (content->at("decision") == to_string(decision)) return decision;
  return no_answer("the client answered with none of the choices");
}

}  // namespace secondseat::mcp
