// Session's tools/call in both eras.
#include <fmt/format.h>

#include "base/random.hpp"
#include "mcp/consent_form.hpp"
#include "mcp/request_progress.hpp"
#include "mcp/session.hpp"

namespace secondseat::mcp {
namespace {

using Json = nlohmann::json;

constexpr int times_a_question_is_put = 3;
constexpr std::string_view question_key = "consent";

tl::unexpected<rpc::RpcError> bad_params(std::string message) {
  return tl::unexpected(rpc::RpcError{rpc::code::invalid_params, std::move(message)});
}

/// The client's answer to the question, if it brought one.
const Json* answer_in(const Json& params) {
  const auto responses = params.find("inputResponses");
  if (responses == params.end() || !responses->is_object()) return nullptr;
  const auto answer = responses->find(question_key);
  return answer == responses->end() ? nullptr : &*answer;
}

}  // namespace

std::string Session::ToolCall::what() const {
  return base::sha256(fmt::format("{}\n{}", tool->name, rpc::to_text(arguments)));
}

tl::expected<Session::ToolCall, rpc::RpcError> Session::take_call(Json& params) {
  const auto name = params.find("name");
  if (name == params.end() || !name->is_string()) return bad_params("tools/call names no tool");
  ToolCall call{find_tool(name->get_ref<const std::string&>()), Json::object()};
  if (const auto arguments = params.find("arguments"); arguments != params.end())
    call.arguments = std::move(*arguments);
  if (call.tool == nullptr) return bad_params("there is no such tool; see tools/list");
  if (!call.arguments.is_object()) return bad_params("the arguments of a tool have to be an object");
  return call;
}

Task<rpc::Reply> Session::call_legacy(rpc::Message request, StopToken stop) {
  auto call = take_call(request.params);
  if (!call) co_return tl::unexpected(std::move(call).error());
  const auto& tool = *call->tool;
  const auto id = tool.acts ? rpc::canonical_id(request.id) : std::string();
  const auto what = tool.acts ? call->what() : std::string();
  if (tool.acts) {
    if (auto before = finished_.find(id, what)) co_return *std::move(before);
  }
  RequestProgress progress(peer_, progress_token(request), stop);
  Caller caller{std::move(stop), &legacy_questions_, client_->name, &progress};
  const auto answer = co_await call_tool(tool, std::move(call->arguments), connection_, std::move(caller));
  rpc::Reply reply(answer.to_json());
  if (tool.acts) finished_.remember(id, what, reply);
  co_return reply;
}

Task<rpc::Reply> Session::call_modern(rpc::Message request, Client client, StopToken stop) {
  auto call = take_call(request.params);
  if (!call) co_return tl::unexpected(std::move(call).error());
  const auto id = call->tool->acts ? rpc::canonical_id(request.id) : std::string();
  const auto what = call->tool->acts ? call->what() : std::string();
  if (call->tool->acts) {
    if (auto before = finished_.find(id, what)) co_return *std::move(before);
  }
  RequestProgress progress(peer_, progress_token(request), stop);
  auto parked = start_or_resume(*call, request.params, client, progress);
  if (!parked) co_return tl::unexpected(std::move(parked).error());

  struct Attendance {  // a cancelled request takes its call along
    ~Attendance() {
      call->listener = nullptr;
      if (!is_over) call->run.request_stop();
    }
    std::shared_ptr<ParkedCall> call;
    bool is_over = false;
  };
  Attendance attended{*parked};
  const Question* again = request.params.contains("requestState") ? (*parked)->open_question() : nullptr;
  const bool is_put_again = again != nullptr && answer_in(request.params) == nullptr;
  if (is_put_again && (*parked)->times_put < times_a_question_is_put) {
    attended.is_over = true;
    co_return put(*parked, *again, *call);
  }
  if (is_put_again)
    (*parked)->answer(fail(Layer::consent, ErrorCode::unanswered, "the client never showed the question's answer"));

  auto step = co_await (*parked)->next();
  attended.is_over = !stop.stop_requested();  // cancelled just now: what the call came to goes to nobody
  if (!step || !attended.is_over) co_return tl::unexpected(rpc::RpcError{rpc::code::server_error, "stopped"});
  if (const auto* question = std::get_if<Question>(&*step)) co_return put(*parked, *question, *call);
  rpc::Reply reply(modern_result(std::get<ToolAnswer>(*step).to_json()));
  if (call->tool->acts) finished_.remember(id, what, reply);
  co_return reply;
}

tl::expected<std::shared_ptr<ParkedCall>, rpc::RpcError> Session::start_or_resume(const ToolCall& call,
                                                                                  const Json& params,
                                                                                  const Client& client,
                                                                                  Progress& listener) {
  const auto token = params.find("requestState");
  if (token == params.end()) return start(call, client, listener);
  auto parked = token->is_string()
                    ? parking_.take(token->get_ref<const std::string&>(), call.tool->name, call.arguments)
                    : nullptr;
  if (parked == nullptr) return bad_params("this requestState is not open for this call; call the tool without it");
  parked->listener = &listener;
  const auto* question = parked->open_question();
  if (const auto* answer = answer_in(params); answer != nullptr && question != nullptr)
    parked->answer(read_answer(*answer, question->choices));
  return parked;
}

std::shared_ptr<ParkedCall> Session::start(const ToolCall& call, const Client& client, Progress& listener) {
  auto parked = std::make_shared<ParkedCall>(calls_->loop());  // owners: the running call, and its place or the request
  parked->listener = &listener;
  auto run = [this, parked, tool = call.tool, arguments = call.arguments, client](StopToken stop) -> Task<void> {
    Caller caller{std::move(stop), client.shows_forms ? parked.get() : nullptr, client.name, parked.get()};
    auto answer = co_await call_tool(*tool, arguments, connection_, std::move(caller));
    parked->finish(std::move(answer));
  };
  auto source = calls_->spawn(std::move(run));
  parked->run = source;
  return parked;
}

rpc::Reply Session::put(std::shared_ptr<ParkedCall> parked, const Question& question, const ToolCall& call) {
  ++parked->times_put;
  Json request;
  request["method"] = "elicitation/create";
  request["params"] = consent_form(question, true);
  Json result;
  result["inputRequests"][std::string(question_key)] = std::move(request);
  result["requestState"] = parking_.park(std::move(parked), call.tool->name, call.arguments);
  return modern_result(rpc::to_text(result), "input_required");
}

}  // namespace secondseat::mcp
