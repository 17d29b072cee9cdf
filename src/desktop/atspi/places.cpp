#include "desktop/atspi/places.hpp"

#include "desktop/atspi/element.hpp"
#include "desktop/atspi/interfaces.hpp"

namespace secondseat::atspi {

Call extents_of(Connection& connection, const ElementAddress& element, Coordinates coordinates) {
  auto& bus = connection.bus();
  auto request = bus.request(element.bus_name, element.path, names::component, "GetExtents");
  if (request) sd_bus_message_append(request.get(), "u", static_cast<std::uint32_t>(coordinates));
  return bus.send(std::move(request));
}

Places::Places(Dialect dialect, std::optional<Message::Extents> on_screen, std::optional<Message::Extents> in_window) {
  if (dialect == Dialect::gtk4 || !on_screen || !in_window) return;
  const auto outer = to_rect(*on_screen);
  const auto inner = to_rect(*in_window);
  if (outer.width > 0 && inner.width > 0) origin_ = Point{outer.x - inner.x, outer.y - inner.y};
}

Rect Places::in_window(const Message::Extents& told) const {
  const auto found = to_rect(told);
  if (found.width == 0 || found.height == 0) return {};
  if (!origin_) return found;
  return {found.x - origin_->x, found.y - origin_->y, found.width, found.height};
}

Point Places::told(Point in_window) const {
  return origin_ ? Point{in_window.x + origin_->x, in_window.y + origin_->y} : in_window;
}

Task<Places> find_places(Connection& connection, Dialect dialect, ElementAddress window) {
  auto screen_asked = extents_of(connection, window, Coordinates::screen);
  auto window_asked = extents_of(connection, window, Coordinates::window);
  auto screen_reply = co_await screen_asked.reply();
  auto window_reply = co_await window_asked.reply();
  const auto on_screen = screen_reply ? screen_reply->as_extents() : std::nullopt;
  const auto in_window = window_reply ? window_reply->as_extents() : std::nullopt;
  co_return Places(dialect, on_screen, in_window);
}

}  // namespace secondseat::atspi
