#include "desktop/atspi/sending.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/try.hpp"
#include "base/utf8.hpp"
#include "desktop/atspi/interfaces.hpp"

namespace secondseat::atspi {
namespace {

constexpr int most_actions = 32;
constexpr std::size_t longest_name = 128;
constexpr std::uint32_t scroll_to_anywhere = 6;

Result<Message> filled(Message request, int appended) {
  if (!request) return fail(Layer::backend, ErrorCode::backend_lost, "the accessibility bus is gone");
  if (appended < 0) return fail(Layer::internal, ErrorCode::internal, "a call does not fit its signature");
  return request;
}

template <class... Values>
Result<Message> call(Connection& connection, const ElementAddress& element, const char* interface, const char* method,
                     const char* signature, Values... values) {
  auto request = connection.bus().request(element.bus_name, element.path, interface, method);
  const int appended = request ? sd_bus_message_append(request.get(), signature, values...) : 0;
  return filled(std::move(request), appended);
}

Task<Result<std::optional<int>>> place_of(Connection& connection, ElementAddress element, std::string name) {
  std::vector<Call> asked;
  auto counted = connection.get(element, names::action, "NActions");
  CO_TRY(auto count_reply, co_await counted.reply());
  const auto property = count_reply.as_property(longest_name);
  const auto* number = property ? std::get_if<std::int64_t>(&*property) : nullptr;
  const auto count = number != nullptr && *number > 0 ? std::min<std::int64_t>(*number, most_actions) : 0;
  for (int position = 0; position < static_cast<int>(count); ++position) {
    auto request = call(connection, element, names::action, "GetName", "i", position);
    if (!request) co_return tl::unexpected(std::move(request).error());
    asked.push_back(connection.bus().send(std::move(*request)));
  }
  std::optional<int> found;
  for (int position = 0; position < static_cast<int>(count); ++position) {
    CO_TRY(auto answer, co_await asked[static_cast<std::size_t>(position)].reply());
    const auto here = answer.as_string(longest_name);
    if (here && *here == name && !found) found = position;
  }
  co_return found;
}

Task<Result<Message>> prepare_invoke(Connection& connection, ElementAddress element, std::string name) {
  CO_TRY(const auto place, co_await place_of(connection, element, name));
  if (!place)
    co_return fail(Layer::application, ErrorCode::stale, "the element does not have this action any more",
                   "Read the window again.");
  co_return call(connection, element, names::action, "DoAction", "i", *place);
}

Result<Message> set_property(Connection& connection, const ElementAddress& element, double value) {
  if (!std::isfinite(value)) return fail(Layer::client, ErrorCode::invalid_argument, "this is not a number");
  return call(connection, element, names::properties, "Set", "ssv", names::value, "CurrentValue", "d", value);
}

/// D-Bus carries no other text.
bool can_be_sent(const std::string& text) { return base::is_utf8(text) && text.find('\0') == std::string::npos; }

tl::unexpected<Error> cannot_be_sent() {
  return fail(Layer::client, ErrorCode::invalid_argument, "what was given cannot be sent to an application",
              "Text must be UTF-8 and must not hold a zero byte.");
}

Result<Message> insert_text(Connection& connection, const ElementAddress& element, const InsertText& insert) {
  if (!can_be_sent(insert.text) || insert.at < 0) return cannot_be_sent();
  const auto length = static_cast<int>(insert.text.size());  // toolkits count bytes here
  return call(connection, element, names::editable_text, "InsertText", "isi", insert.at, insert.text.c_str(), length);
}

Result<Message> set_text(Connection& connection, const ElementAddress& element, const std::string& text) {
  if (!can_be_sent(text)) return cannot_be_sent();
  return call(connection, element, names::editable_text, "SetTextContents", "s", text.c_str());
}

// Another selection than the first is left alone: it is not ours.
Task<Result<Message>> prepare_selection(Connection& connection, ElementAddress element, SelectText wanted) {
  if (wanted.start < 0 || wanted.end < wanted.start)
    co_return fail(Layer::client, ErrorCode::invalid_argument, "this is not a range of characters");
  if (wanted.start == wanted.end) co_return call(connection, element, names::text, "SetCaretOffset", "i", wanted.start);
  auto asked = connection.ask(element, names::text, "GetNSelections");
  CO_TRY(auto answer, co_await asked.reply());
  if (answer.as_int().value_or(0) > 0)
    co_return call(connection, element, names::text, "SetSelection", "iii", 0, wanted.start, wanted.end);
  co_return call(connection, element, names::text, "AddSelection", "ii", wanted.start, wanted.end);
}

}  // namespace

const NativeRef& element_of(const NativeAction& action) {
  const auto element = [](const auto& known) -> const NativeRef& {
    if constexpr (std::is_same_v<std::decay_t<decltype(known)>, SelectItem>)
      return known.container;
    else
      return known.element;
  };
  return std::visit(element, action);
}

Task<Result<Message>> prepare(Connection& connection, ElementAddress element, NativeAction action) {
  if (auto* invoke = std::get_if<Invoke>(&action))
    co_return co_await prepare_invoke(connection, element, std::move(invoke->action));
  if (const auto* select = std::get_if<SelectText>(&action))
    co_return co_await prepare_selection(connection, element, *select);
  if (const auto* text = std::get_if<SetText>(&action)) co_return set_text(connection, element, text->text);
  if (const auto* insert = std::get_if<InsertText>(&action)) co_return insert_text(connection, element, *insert);
  if (const auto* number = std::get_if<SetNumber>(&action)) co_return set_property(connection, element, number->value);
  if (const auto* item = std::get_if<SelectItem>(&action))
    co_return call(connection, element, names::selection, "SelectChild", "i", item->index_in_parent);
  if (std::holds_alternative<GiveFocus>(action))
    co_return filled(connection.bus().request(element.bus_name, element.path, names::component, "GrabFocus"), 0);
  if (std::holds_alternative<ScrollIntoView>(action))
    co_return call(connection, element, names::component, "ScrollTo", "u", scroll_to_anywhere);
  co_return fail(Layer::internal, ErrorCode::internal, "this is no action of the accessibility bus");
}

Performed classify(Result<Message> answer) {
  Performed done;
  if (answer) {
    const auto agreed = answer->as_bool();
    const bool accepted = agreed ? *agreed : answer->has_signature("");
    done.delivery = accepted ? Delivery::accepted : Delivery::rejected;
    if (!accepted) done.reason = Error{Layer::application, ErrorCode::unsupported, "the application said no", {}};
    return done;
  }
  done.reason = std::move(answer).error();
  const auto code = done.reason->code;
  if (code == ErrorCode::not_found)
    done.delivery = Delivery::not_sent;
  else
    done.delivery = code == ErrorCode::unsupported ? Delivery::rejected : Delivery::no_answer;
  return done;
}

}  // namespace secondseat::atspi
