#include "desktop/atspi/walk.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "desktop/roles.hpp"

namespace secondseat::atspi {

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
  auto on_screen = extents_of(elements_.front().address, Coordinates::screen);
  auto in_window = extents_of(elements_.front().address, Coordinates::window);
  probe(0);
  for (auto* call : {&on_screen, &in_window})
    if (!call->has_arrived()) co_await call->wait();
  find_origin(on_screen, in_window);
  while (!next_.empty() || !long_lists_.empty()) {
    const auto lists = std::exchange(long_lists_, {});
    for (const auto list : lists) co_await open_long_list(list);
    auto turn = std::exchange(next_, {});
    co_await arrive(turn);
    judge(turn);
    for (auto& description : turn.descriptions) take(description);
    for (auto& details : turn.details) take(details);
    for (auto& content : turn.contents) take(content);
    for (auto& choice : turn.choices) take(choice);
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
  for (auto& asked : turn.probes) add(asked.states), add(asked.role), add(asked.extents);
  for (auto& asked : turn.descriptions) add_query(asked.properties), add(asked.interfaces), add(asked.children);
  for (auto& asked : turn.details) {
    add(asked.extents), add(asked.actions), add(asked.attributes), add(asked.children);
    add_query(asked.value), add_query(asked.text);
  }
  for (auto& asked : turn.contents) add(asked.text), add(asked.selection), add_all(asked.action_names);
  for (auto& asked : turn.choices) add(asked.item), add(asked.name);
  for (auto* call : calls)
    if (!call->has_arrived()) co_await call->wait();
}

void Walk::judge(Turn& turn) {
  for (auto& asked : turn.probes) {
    auto reply = answer(asked.states);
    const auto words = reply ? reply->as_state_words() : std::nullopt;
    at(asked.element).bits = StateBits{words.value_or(std::uint64_t{1} << static_cast<unsigned>(AtspiState::defunct))};
    if (asked.element == 0) shown_by_ = shown_by(dialect_, elements_.front().bits);
  }
  for (auto& asked : turn.probes) judge(asked);
}

bool Walk::asks_once_more(int element, const std::optional<Message>& reply) {
  if (reply || at(element).asked_twice) return false;
  return at(element).asked_twice = true;
}

void Walk::judge(Probe& asked) {
  auto& element = at(asked.element);
  auto reply = answer(asked.role);
  auto extents_reply = answer(asked.extents);
  if (asks_once_more(asked.element, reply)) return probe(asked.element);
  const auto number = reply ? reply->as_u32() : std::nullopt;
  if (!number || element.bits.has(AtspiState::defunct)) return;  // it vanished while we looked
  if (const auto extents = extents_reply ? extents_reply->as_extents() : std::nullopt)
    note_place(asked.element, *extents);
  const bool by_visible = shown_by_ == ShownBy::visible;
  const bool hidden = by_visible && element.parent >= 0 && hides_children(at(element.parent));
  const bool away = dialect_ == Dialect::gtk4 && is_scrolled_away(asked.element);
  const bool showing = !hidden && !away && is_shown(element.bits, shown_by_);
  if (!showing && !element.wanted_anyway) {
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
  if (!showing && element.parent >= 0) element.node.states.clear(State::showing);
  const auto parent = element.parent;
  describe(asked.element);
  release(parent);
}

void Walk::add_children(int parent, const std::vector<ElementAddress>& children) {
  auto& count = at(parent).node.children;
  count = std::max(count, static_cast<int>(children.size()));
  // Most menus are closed, and then there is no need to ask for every item whether it is on the screen.
  constexpr std::size_t telling = 3;
  const bool holds_back = at(parent).node.role == "menu" && !expand_.contains(at(parent).node.ref.text);
  const auto end = holds_back ? std::min(telling, children.size()) : children.size();
  at(parent).held_back.assign(children.begin() + static_cast<std::ptrdiff_t>(end), children.end());
  int index = 0;
  for (; index < static_cast<int>(end); ++index) add_child(parent, children[static_cast<std::size_t>(index)], index);
}

void Walk::release(int parent) {
  if (parent < 0 || at(parent).held_back.empty()) return;
  const auto held = std::exchange(at(parent).held_back, {});
  auto index = at(parent).node.children - static_cast<int>(held.size());
  for (const auto& child : held) add_child(parent, child, index++);
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

std::int64_t Walk::count_kept(int index) {
  std::int64_t count = 0;
  std::vector<int> open{index};
  while (!open.empty()) {
    const auto next = open.back();
    open.pop_back();
    if (!at(next).kept) continue;
    ++count;
    open.insert(open.end(), at(next).children.begin(), at(next).children.end());
  }
  return count;
}

bool Walk::is_without_room(int index) {
  const auto& element = at(index);
  const bool is_leaf = std::ranges::none_of(element.children, [this](int child) { return at(child).kept; });
  return !element.wanted_anyway && takes_no_room(dialect_, element.node.role, element.size, is_leaf);
}

Tree Walk::assemble() {
  for (const auto& element : elements_) not_showing_ += static_cast<std::int64_t>(element.held_back.size());
  Tree tree;
  tree.over_bound = to_count(over_bound_);
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
    if (place.parent >= 0 && is_without_room(place.element)) {
      not_showing_ += count_kept(place.element);
      continue;
    }
    const auto index = static_cast<int>(tree.nodes.size());
    element.node.parent = place.parent;
    tree.nodes.push_back(std::move(element.node));
    for (auto child = element.children.rbegin(); child != element.children.rend(); ++child)
      open.push_back({*child, index});
  }
  tree.not_showing = to_count(not_showing_);
  return tree;
}

}  // namespace secondseat::atspi
