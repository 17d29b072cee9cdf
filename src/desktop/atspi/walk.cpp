#include "desktop/atspi/walk.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "desktop/atspi/interfaces.hpp"
#include "desktop/roles.hpp"

namespace secondseat::atspi {
namespace {

constexpr std::size_t most_interfaces = 64;
constexpr std::size_t most_actions = 32;
constexpr std::size_t most_attributes = 64;
constexpr std::size_t longest_identifier = 128;
constexpr std::int64_t long_list = 400;
constexpr int rows_of_a_long_list = 100;
constexpr std::uint32_t window_coordinates = 1;

int to_count(std::int64_t number) { return static_cast<int>(std::clamp<std::int64_t>(number, 0, 2'000'000'000)); }

}  // namespace

Walk::Walk(Connection& connection, Dialect dialect, ElementAddress window, ReadLimits limits,
           std::vector<NativeRef> expand)
    : connection_(connection), dialect_(dialect), limits_(limits) {
  for (auto& wanted : expand) expand_.insert(std::move(wanted.text));
  Element root;
  root.address = std::move(window);
  root.wanted_anyway = true;
  seen_.insert(root.address.path);
  elements_.push_back(std::move(root));
}

Task<Result<Tree>> Walk::run() {
  probe(0);
  while (!next_.empty()) {
    auto turn = std::exchange(next_, {});
    co_await arrive(turn);
    judge(turn);
    for (auto& description : turn.descriptions) take(description);
    for (auto& details : turn.details) take(details);
    for (auto& content : turn.contents) take(content);
    if (failure_) co_return tl::unexpected(*failure_);
  }
  if (!elements_.front().kept) co_return fail(Layer::application, ErrorCode::stale, "the window is gone");
  co_return assemble();
}

// The answers come about in the order of the questions, so that most need no waiting.
Task<void> Walk::arrive(Turn& turn) {
  std::vector<Call*> calls;
  const auto add = [&calls](Call& call) {
    if (call) calls.push_back(&call);
  };
  const auto add_all = [&add](std::vector<Call>& several) {
    for (auto& call : several) add(call);
  };
  const auto add_query = [&add](PropertyQuery& query) {
    for (auto& part : query.parts) add(part.call);
  };
  for (auto& asked : turn.probes) add(asked.states), add(asked.role);
  for (auto& asked : turn.descriptions) add_query(asked.properties), add(asked.interfaces), add(asked.children);
  for (auto& asked : turn.details) {
    add(asked.extents), add(asked.actions), add(asked.attributes), add(asked.children);
    add_query(asked.value), add_query(asked.text), add_all(asked.single_children);
  }
  for (auto& asked : turn.contents) add(asked.text), add(asked.selection), add_all(asked.action_names);
  for (auto* call : calls)
    if (!call->has_arrived()) co_await call->wait();
}

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

void Walk::probe(int element) {
  const auto& address = at(element).address;
  auto states = connection_.ask(address, names::accessible, "GetState");
  auto role = connection_.ask(address, names::accessible, "GetRole");
  next_.probes.push_back({element, std::move(states), std::move(role)});
}

// GTK 4.8 may say of a window alone that it is showing, and of nothing inside.
void Walk::judge(Turn& turn) {
  bool some_showing = false;
  bool some_visible = false;
  bool inside_the_window = false;
  for (auto& asked : turn.probes) {
    auto reply = answer(asked.states);
    const auto words = reply ? reply->as_state_words() : std::nullopt;
    auto& element = at(asked.element);
    element.bits = StateBits{words.value_or(std::uint64_t{1} << static_cast<unsigned>(AtspiState::defunct))};
    inside_the_window = inside_the_window || element.depth == 1;
    some_showing = some_showing || element.bits.has(AtspiState::showing);
    some_visible = some_visible || element.bits.has(AtspiState::visible);
  }
  const bool first_level = inside_the_window || (!turn.probes.empty() && turn.probes.front().element == 0);
  if (first_level && !some_showing && some_visible) shown_by_ = ShownBy::visible;
  for (auto& asked : turn.probes) judge(asked);
}

bool Walk::asks_once_more(int element, const std::optional<Message>& reply) {
  if (reply || at(element).asked_twice) return false;
  return at(element).asked_twice = true;
}

void Walk::judge(Probe& asked) {
  auto& element = at(asked.element);
  auto reply = answer(asked.role);
  if (asks_once_more(asked.element, reply)) return probe(asked.element);
  const auto number = reply ? reply->as_u32() : std::nullopt;
  if (!number || element.bits.has(AtspiState::defunct)) return;  // it vanished while we looked
  const bool hidden = shown_by_ == ShownBy::visible && element.parent >= 0 && hides_children(at(element.parent));
  if (!element.wanted_anyway && (hidden || !is_shown(element.bits, shown_by_))) {
    ++not_showing_;
    return;
  }
  if (kept_ >= limits_.nodes) {
    ++over_bound_;
    return;
  }
  ++kept_;
  element.kept = true;
  element.node.ref = element.address.ref();
  element.node.role = role_name(*number);
  element.node.states = to_states(element.bits, element.node.role, shown_by_);
  describe(asked.element);
}

void Walk::describe(int index) {
  const auto& element = at(index);
  Description asked{index,
                    PropertyQuery(connection_, dialect_, element.address, names::accessible,
                                  {"Name", "Description", "ChildCount", "AccessibleId"}),
                    connection_.ask(element.address, names::accessible, "GetInterfaces"), Call()};
  if (!may_be_long(element) && element.depth < limits_.depth)
    asked.children = connection_.ask(element.address, names::accessible, "GetChildren");
  next_.descriptions.push_back(std::move(asked));
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
  node.name = text_of(properties, "Name");
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

void Walk::detail(int index) {
  auto& element = at(index);
  const auto& address = element.address;
  Details asked;
  asked.element = index;
  if (element.interfaces.component) {
    auto& bus = connection_.bus();
    auto request = bus.request(address.bus_name, address.path, names::component, "GetExtents");
    if (request) sd_bus_message_append(request.get(), "u", window_coordinates);
    asked.extents = bus.send(std::move(request));
  }
  if (element.interfaces.action) asked.actions = connection_.ask(address, names::action, "GetActions");
  if (may_have_placeholder(element)) asked.attributes = connection_.ask(address, names::accessible, "GetAttributes");
  if (element.interfaces.value && !is_secret(element.node.role))
    asked.value = PropertyQuery(connection_, dialect_, address, names::value,
                                {"CurrentValue", "MinimumValue", "MaximumValue", "MinimumIncrement"});
  if (wants_text(element))
    asked.text = PropertyQuery(connection_, dialect_, address, names::text, {"CharacterCount", "CaretOffset"});
  if (may_be_long(element) && element.node.children > 0 && element.depth < limits_.depth) ask_for_long(asked);
  next_.details.push_back(std::move(asked));
}

// Asking a table for all its children makes some toolkits create an object for each of a million cells.
void Walk::ask_for_long(Details& asked) {
  const auto& element = at(asked.element);
  if (element.node.children <= long_list) {
    asked.children = connection_.ask(element.address, names::accessible, "GetChildren");
    return;
  }
  auto& bus = connection_.bus();
  for (int row = 0; row < rows_of_a_long_list; ++row) {
    auto request = bus.request(element.address.bus_name, element.address.path, names::accessible, "GetChildAtIndex");
    if (request) sd_bus_message_append(request.get(), "i", row);
    asked.single_children.push_back(bus.send(std::move(request)));
  }
  not_showing_ += element.node.children - rows_of_a_long_list;
}

void Walk::take(Details& asked) {
  const auto index = asked.element;
  if (auto reply = answer(asked.extents)) {
    if (const auto extents = reply->as_extents()) at(index).node.bounds = to_rect(*extents);
  }
  if (auto reply = answer(asked.attributes)) {
    auto attributes = reply->as_attributes(most_attributes, limits_.string_bytes);
    if (attributes) at(index).node.placeholder = std::move((*attributes)["placeholder-text"]);
  }
  if (!asked.value.parts.empty()) at(index).node.value = to_numeric_value(answers(asked.value));
  if (auto reply = answer(asked.children)) {
    const auto listed = reply->as_elements(static_cast<std::size_t>(limits_.nodes) * 4);
    if (listed) add_children(index, *listed);
  }
  for (std::size_t row = 0; row < asked.single_children.size(); ++row) {
    auto reply = answer(asked.single_children[row]);
    const auto child = reply ? reply->as_element() : std::nullopt;
    if (child) add_child(index, *child, static_cast<int>(row));
  }
  std::vector<std::string> actions;
  if (auto reply = answer(asked.actions))
    actions = reply->as_string_triples(most_actions, longest_identifier).value_or(actions);
  ask_content(asked, actions);
}

void Walk::ask_content(Details& answered, const std::vector<std::string>& shown_actions) {
  const auto index = answered.element;
  const auto& address = at(index).address;
  auto& bus = connection_.bus();
  Content asked;
  asked.element = index;
  if (dialect_ == Dialect::gtk4) {
    at(index).node.actions = shown_actions;
  } else if (!shown_actions.empty()) {
    auto key = fmt::format("{}\n{}", at(index).node.role, fmt::join(shown_actions, "\n"));
    auto& waiting = awaiting_names_[key];
    waiting.push_back(index);
    if (const auto known = action_names_.find(key); known != action_names_.end()) {
      at(index).node.actions = known->second;
    } else if (waiting.size() == 1) {
      for (int position = 0; position < static_cast<int>(shown_actions.size()); ++position) {
        auto request = bus.request(address.bus_name, address.path, names::action, "GetName");
        if (request) sd_bus_message_append(request.get(), "i", position);
        asked.action_names.push_back(bus.send(std::move(request)));
      }
      asked.actions_key = std::move(key);
    }
  }
  if (!answered.text.parts.empty()) {
    const auto properties = answers(answered.text);
    const auto characters = integer_of(properties, "CharacterCount", 0);
    const auto longest = std::min(characters, static_cast<std::int64_t>(limits_.string_bytes));
    at(index).node.caret = static_cast<int>(std::clamp<std::int64_t>(integer_of(properties, "CaretOffset", -1), -1,
                                                                     std::max<std::int64_t>(characters, -1)));
    if (longest > 0) {
      auto request = bus.request(address.bus_name, address.path, names::text, "GetText");
      if (request) sd_bus_message_append(request.get(), "ii", 0, static_cast<int>(longest));
      asked.text = bus.send(std::move(request));
      auto selection = bus.request(address.bus_name, address.path, names::text, "GetSelection");
      if (selection) sd_bus_message_append(selection.get(), "i", 0);
      asked.selection = bus.send(std::move(selection));
    }
  }
  if (asked.text || !asked.action_names.empty()) next_.contents.push_back(std::move(asked));
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
    actions.push_back(reply ? reply->as_string(longest_identifier).value_or("") : std::string());
  }
  for (const auto waiting : awaiting_names_[asked.actions_key]) at(waiting).node.actions = actions;
  action_names_.emplace(asked.actions_key, std::move(actions));
}

void Walk::add_children(int parent, const std::vector<ElementAddress>& children) {
  auto& count = at(parent).node.children;
  count = std::max(count, static_cast<int>(children.size()));
  int index = 0;
  for (const auto& child : children) add_child(parent, child, index++);
}

void Walk::add_child(int parent, const ElementAddress& child, int index_in_parent) {
  // A tree that leads into another program, or back into itself, is entered once or not at all.
  if (child.bus_name != at(parent).address.bus_name) return;
  if (elements_.size() >= static_cast<std::size_t>(limits_.nodes) * 4) {
    ++over_bound_;
    return;
  }
  if (!seen_.insert(child.path).second) return;
  Element element;
  element.address = child;
  element.parent = parent;
  element.depth = at(parent).depth + 1;
  element.wanted_anyway = expand_.contains(at(parent).node.ref.text);
  element.node.index_in_parent = index_in_parent;
  const auto index = static_cast<int>(elements_.size());
  elements_.push_back(std::move(element));
  at(parent).children.push_back(index);
  probe(index);
}

Tree Walk::assemble() {
  Tree tree;
  tree.not_showing = not_showing_;
  tree.over_bound = over_bound_;
  tree.nodes.reserve(static_cast<std::size_t>(kept_));
  struct Place {
    int element;
    int parent;
  };
  std::vector<Place> open{{0, -1}};
  while (!open.empty()) {
    const auto place = open.back();
    open.pop_back();
    auto& element = at(place.element);
    if (!element.kept) continue;
    const auto index = static_cast<int>(tree.nodes.size());
    element.node.parent = place.parent;
    tree.nodes.push_back(std::move(element.node));
    for (auto child = element.children.rbegin(); child != element.children.rend(); ++child) open.push_back({*child, index});
  }
  return tree;
}

}  // namespace secondseat::atspi
