// The part of Walk that finds out what a combo box shows: the name of its chosen item, which is not on the screen itself.
#include <utility>

#include "desktop/atspi/interfaces.hpp"
#include "desktop/atspi/walk.hpp"

namespace secondseat::atspi {

// GTK and Qt let the box be asked, Chromium the menu in it.
void Walk::ask_choice(int index) {
  const auto& element = at(index);
  if (element.node.role != "combo box" || element.interfaces.editable_text) return;
  const bool ask_box = element.interfaces.selection;
  if (!ask_box && element.children.empty()) return;
  const auto& asked = ask_box ? element.address : at(element.children.front()).address;
  auto& bus = connection_.bus();
  auto request = bus.request(asked.bus_name, asked.path, names::selection, "GetSelectedChild");
  if (request) sd_bus_message_append(request.get(), "i", 0);
  next_.choices.push_back({index, bus.send(std::move(request)), Call()});
}

void Walk::take(Choice& asked) {
  if (auto reply = answer(asked.item)) {
    const auto item = reply->as_element();
    if (item && item->bus_name == at(asked.element).address.bus_name)
      next_.choices.push_back({asked.element, Call(), connection_.get(*item, names::accessible, "Name")});
  }
  if (auto reply = answer(asked.name)) {
    const auto name = reply->as_property(limits_.string_bytes);
    const auto* text = name ? std::get_if<std::string>(&*name) : nullptr;
    if (text != nullptr && !text->empty()) at(asked.element).node.text = *text;
  }
}

}  // namespace secondseat::atspi
