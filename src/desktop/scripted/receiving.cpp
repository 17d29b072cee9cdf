#include "desktop/scripted/receiving.hpp"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "desktop/scripted/names.hpp"
#include "desktop/scripted/world_reading.hpp"

namespace secondseat::scripted {
namespace {

bool holds(const Rect& bounds, Point at) {
  return at.x >= bounds.x && at.y >= bounds.y && at.x < bounds.x + bounds.width && at.y < bounds.y + bounds.height;
}

std::string id_at(const WorldApplication& application, const WorldWindow& window, Point at) {
  const auto tree = tree_of(application, window, ReadWindow{});
  const auto is_there = [at](const Node& node) { return node.parent >= 0 && holds(node.bounds, at); };
  const auto topmost = std::find_if(tree.nodes.rbegin(), tree.nodes.rend(), is_there);
  return topmost == tree.nodes.rend() ? std::string() : element_id(topmost->ref, application.id);
}

std::string id_of_focused(const std::vector<WorldElement>& elements) {
  for (const auto& element : elements) {
    if (auto inside = id_of_focused(element.children); !inside.empty()) return inside;
    if (element.states.has(State::focused)) return element.id;
  }
  return {};
}

}  // namespace

const NativeRef& target_of(const NativeAction& action) {
  return std::visit(
      [](const auto& any) -> const NativeRef& {
        if constexpr (requires { any.element; })
          return any.element;
        else
          return any.container;
      },
      action);
}

std::string receiver_of(const WorldApplication& application, const WorldWindow& window, const NativeAction& action) {
  const auto reached = [&](const auto& any) -> std::string {
    if constexpr (requires { any.at.x; }) return id_at(application, window, any.at);
    return element_id(target_of(action), application.id);
  };
  const bool is_for_the_focus = std::holds_alternative<PressKey>(action) || std::holds_alternative<TypeText>(action);
  const bool names_the_window = target_of(action) == window_ref(application.id, window.id);
  if (is_for_the_focus && names_the_window) return id_of_focused(window.elements);
  return std::visit(reached, action);
}

bool is_within(WorldWindow& window, const std::string& id, const std::string& other) {
  auto* const around = find_element(window.elements, other);
  return around != nullptr && (around->id == id || find_element(around->children, id) != nullptr);
}

NativeRef frame_of(const WorldApplication& application, const WorldWindow& window) {
  const auto& at = window.bounds;
  return {fmt::format("{}/frame/{}/{}x{}+{}+{}", application.id, window.id, at.width, at.height, at.x, at.y)};
}

bool all_in_place(const WorldApplication& application, const WorldWindow& window,
                  const std::vector<Landmark>& landmarks) {
  if (landmarks.empty()) return true;
  const auto tree = tree_of(application, window, ReadWindow{});
  return std::all_of(landmarks.begin(), landmarks.end(), [&tree](const Landmark& landmark) {
    return std::any_of(tree.nodes.begin(), tree.nodes.end(), [&landmark](const Node& node) {
      return node.ref == landmark.element && node.bounds == landmark.bounds;
    });
  });
}

}  // namespace secondseat::scripted
