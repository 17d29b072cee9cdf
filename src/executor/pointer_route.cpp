#include "executor/pointer_route.hpp"

#include <utility>

#include "base/try.hpp"
#include "executor/pointing.hpp"

namespace secondseat::executor {
namespace {

std::optional<Route> by_action(const Click& click, const Node& element, const WindowState& state) {
  if (click.count != 1) return std::nullopt;
  if (click.button == Button::right) return route_menu(element);
  if (click.button != Button::left) return std::nullopt;
  auto route = route_click(element);
  if (!route) return std::nullopt;
  auto* focus = std::get_if<GiveFocus>(&route->action);
  const auto pointed = point_at(element, state);
  if (focus != nullptr && pointed) focus->at = pointed->at;
  return *std::move(route);
}

/// A place in the screenshot is meant by what is seen there: the window may be called something else by now.
Expectation expecting_subject(const Node& subject, const Target& target) {
  if (std::holds_alternative<int>(target)) return expecting(subject, {State::showing, State::enabled});
  return Expectation{subject.role, std::nullopt, {}};
}

void depend_on(Route& route, Pointed pointed) {
  if (pointed.frame) route.frame = std::move(pointed.frame);
  if (pointed.landmark) route.in_place.push_back(*std::move(pointed.landmark));
}

}  // namespace

Result<Route> route_press(const Click& click, const Node& subject, const WindowState& state) {
  if (std::holds_alternative<int>(click.at)) {
    SS_TRY_VOID(answers(subject));
    if (auto route = by_action(click, subject, state)) return *std::move(route);
  }
  SS_TRY(auto pointed, point_at(click.at, state));
  Route route{"pointer", PressButton{pointed.element, pointed.at, click.button, click.count},
              expecting_subject(subject, click.at)};
  depend_on(route, std::move(pointed));
  return route;
}

Result<Route> route_drag(const Drag& drag, const Node& subject, const WindowState& state) {
  if (std::holds_alternative<int>(drag.from)) {
    SS_TRY_VOID(answers(subject));
  }
  SS_TRY(auto from, point_at(drag.from, state));
  SS_TRY(auto to, point_at(drag.to, state));
  if (from.at == to.at)
    return fail(Layer::client, ErrorCode::invalid_argument, "the drag would end where it begins",
                "Pass two different places.");
  Route route{"pointer", DragPointer{from.element, from.at, to.at}, expecting_subject(subject, drag.from)};
  depend_on(route, std::move(from));
  depend_on(route, std::move(to));
  return route;
}

}  // namespace secondseat::executor
