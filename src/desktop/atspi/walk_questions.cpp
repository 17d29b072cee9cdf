#include "desktop/atspi/walk.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "desktop/atspi/interfaces.hpp"

namespace secondseat::atspi {
Call Walk::extents_of(const ElementAddress& element, Coordinates coordinates) {
  auto& bus = connection_.bus();
  auto request = bus.request(element.bus_name, element.path, names::component, "GetExtents");
  if (request) sd_bus_message_append(request.get(), "u", static_cast<std::uint32_t>(coordinates));
  return bus.send(std::move(request));
}

void Walk::probe(int element) {
  const auto& address = at(element).address;
  auto states = connection_.ask(address, names::accessible, "GetState");
  auto role = connection_.ask(address, names::accessible, "GetRole");
  // GTK 4.8 says of everything that was scrolled away that it is showing; its place tells.
  auto extents = dialect_ == Dialect::gtk4 ? extents_of(address, Coordinates::window) : Call();
  next_.probes.push_back({element, std::move(states), std::move(role), std::move(extents)});
}

void Walk::describe(int index) {
  auto& element = at(index);
  Description asked{index,
                    PropertyQuery(connection_, dialect_, element.address, names::accessible,
                                  {"Name", "Description", "ChildCount", "AccessibleId"}),
                    connection_.ask(element.address, names::accessible, "GetInterfaces"), Call()};
  element.children_asked = !may_be_long(element) && !is_counted_first(element) && element.depth < limits_.depth;
  if (element.children_asked) asked.children = connection_.ask(element.address, names::accessible, "GetChildren");
  next_.descriptions.push_back(std::move(asked));
}

void Walk::detail(int index) {
  auto& element = at(index);
  const auto& address = element.address;
  Details asked;
  asked.element = index;
  if (element.interfaces.component && dialect_ != Dialect::gtk4)
    asked.extents = extents_of(address, origin_ ? Coordinates::screen : Coordinates::window);
  // Every label of GTK 4 has the same eight, for the text that could be selected in it.
  const bool means_nothing = dialect_ == Dialect::gtk4 && element.node.role == "label";
  if (element.interfaces.action && !means_nothing)
    asked.actions = connection_.ask(address, names::action, "GetActions");
  if (may_have_placeholder(element)) asked.attributes = connection_.ask(address, names::accessible, "GetAttributes");
  if (element.interfaces.value && !is_secret(element.node.role))
    asked.value = PropertyQuery(connection_, dialect_, address, names::value,
                                {"CurrentValue", "MinimumValue", "MaximumValue", "MinimumIncrement"});
  if (wants_text(element))
    asked.text = PropertyQuery(connection_, dialect_, address, names::text, {"CharacterCount", "CaretOffset"});
  // Asking a table for all its children makes some toolkits create an object for each of a million cells.
  const bool short_enough = may_be_long(element)
                                ? element.node.children <= long_list || expand_.contains(element.node.ref.text)
                                : element.node.children <= limits_.nodes;
  if (!element.children_asked && element.node.children > 0 && element.depth < limits_.depth && short_enough)
    asked.children = connection_.ask(address, names::accessible, "GetChildren");
  next_.details.push_back(std::move(asked));
}

void Walk::ask_content(Details& answered, const std::vector<std::string>& shown_actions) {
  const auto index = answered.element;
  const auto& address = at(index).address;
  auto& bus = connection_.bus();
  Content asked;
  asked.element = index;
  if (!shown_actions.empty()) {
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

}  // namespace secondseat::atspi
