#include "desktop/atspi/walk.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace secondseat::atspi {
namespace {

constexpr std::size_t most_interfaces = 64;
constexpr std::size_t most_actions = 32;
constexpr std::size_t most_attributes = 64;
constexpr std::size_t longest_identifier = 128;

}  // namespace

std::optional<Message> Walk::answer(Call& call) {
  if (!call) return std::nullopt;
  auto result = call.take();
  if (result) return std::move(*result);
  if (result.error().code != ErrorCode::unsupported && !failure_) {
    failure_ = std::move(result).error();
    if (failure_->code == ErrorCode::not_found) failure_->code = ErrorCode::stale;
  }
  return std::nullopt;
}

Properties Walk::answers(PropertyQuery& query) {
  Properties all;
  for (auto& part : query.parts) {
    auto reply = answer(part.call);
    if (!reply) continue;
    if (part.property == nullptr) {
      if (auto several = reply->as_properties(limits_.string_bytes)) all = std::move(*several);
    } else if (auto one = reply->as_property(limits_.string_bytes)) {
      all.emplace(part.property, std::move(*one));
    }
  }
  return all;
}

// An open menu is a window of its own, and toolkits give its items places in that. On the screen they are where they are; only
// GTK 4 does not know where that is.
void Walk::find_origin(Call& on_screen, Call& in_window) {
  auto screen_reply = answer(on_screen);
  auto window_reply = answer(in_window);
  if (dialect_ == Dialect::gtk4 || !screen_reply || !window_reply) return;
  const auto screen = screen_reply->as_extents();
  const auto window = window_reply->as_extents();
  if (!screen || !window) return;
  const auto outer = to_rect(*screen);
  const auto inner = to_rect(*window);
  if (outer.width > 0 && inner.width > 0) origin_ = Rect{outer.x - inner.x, outer.y - inner.y, 0, 0};
}

Rect Walk::in_window(Rect found) const {
  if (found.width == 0 || found.height == 0) return {};  // another way to say "nowhere"
  if (!origin_) return found;
  return {found.x - origin_->x, found.y - origin_->y, found.width, found.height};
}

void Walk::note_place(int element, const Message::Extents& extents) {
  at(element).node.bounds = in_window(to_rect(extents));
  at(element).size = Size{extents.width, extents.height};
}

void Walk::take(Description& asked) {
  const auto index = asked.element;
  const auto properties = answers(asked.properties);
  auto interfaces = answer(asked.interfaces);
  auto children = answer(asked.children);
  if (asks_once_more(index, interfaces)) {
    describe(index);
    return;
  }
  auto& node = at(index).node;
  node.name = given_name(dialect_, text_of(properties, "Name"));
  node.role = honest_role(dialect_, node.role, at(index).bits, node.name);
  node.description = text_of(properties, "Description");
  node.native_id = text_of(properties, "AccessibleId");
  node.children = to_count(integer_of(properties, "ChildCount", 0));
  const auto offered = interfaces ? interfaces->as_strings(most_interfaces, longest_identifier) : std::nullopt;
  if (offered) at(index).interfaces = to_interfaces(*offered);
  node.has_editable_text = at(index).interfaces.editable_text;
  node.has_selection = at(index).interfaces.selection;
  if (children) {
    const auto listed = children->as_elements(static_cast<std::size_t>(limits_.nodes) * 4);
    if (listed) add_children(index, *listed);
  } else if (at(index).depth >= limits_.depth) {
    over_bound_ += node.children;
  }
  detail(index);
}

void Walk::take(Details& asked) {
  const auto index = asked.element;
  if (auto reply = answer(asked.extents)) {
    if (const auto extents = reply->as_extents()) note_place(index, *extents);
  }
  if (auto reply = answer(asked.attributes)) {
    auto attributes = reply->as_attributes(most_attributes, limits_.string_bytes);
    if (attributes) at(index).node.placeholder = placeholder_in(*attributes);
  }
  if (!asked.value.parts.empty()) at(index).node.value = to_numeric_value(answers(asked.value));
  if (asked.children) {
    auto reply = answer(asked.children);
    const auto listed = reply ? reply->as_elements(static_cast<std::size_t>(limits_.nodes) * 4) : std::nullopt;
    if (listed) add_children(index, *listed);
  } else if (!at(index).children_asked && at(index).depth < limits_.depth && at(index).node.children > 0)
    long_lists_.push_back(index);
  std::vector<std::string> actions;
  if (auto reply = answer(asked.actions))
    actions = reply->as_string_triples(most_actions, longest_identifier).value_or(actions);
  ask_content(asked, actions);
  ask_choice(index);
}

void Walk::take(Content& asked) {
  auto& node = at(asked.element).node;
  if (auto reply = answer(asked.text)) node.text = reply->as_string(limits_.string_bytes).value_or("");
  if (auto reply = answer(asked.selection)) {
    const auto range = reply->as_int_pair();
    if (range && range->first >= 0 && range->second > range->first) {
      node.selection_start = range->first;
      node.selection_end = range->second;
    }
  }
  if (asked.action_names.empty()) return;
  std::vector<std::string> actions;
  for (auto& call : asked.action_names) {
    auto reply = answer(call);
    auto name = reply ? reply->as_string(longest_identifier) : std::nullopt;
    if (name && !name->empty()) actions.push_back(std::move(*name));
  }
  for (const auto waiting : awaiting_names_[asked.actions_key]) at(waiting).node.actions = actions;
  action_names_.emplace(asked.actions_key, std::move(actions));
}

}  // namespace secondseat::atspi
