#include "desktop/scripted/world.hpp"

#include <algorithm>

#include "base/try.hpp"
#include "desktop/scripted/world_check.hpp"

namespace secondseat::scripted {

WorldElement* find_element(std::vector<WorldElement>& among, std::string_view id) {
  for (auto& element : among) {
    if (element.id == id) return &element;
    if (auto* inside = find_element(element.children, id)) return inside;
  }
  return nullptr;
}

WorldElement* find_element(WorldApplication& application, std::string_view id) {
  for (auto& window : application.windows)
    if (auto* found = find_element(window.elements, id)) return found;
  return nullptr;
}

WorldWindow* find_window(WorldApplication& application, std::string_view id) {
  const auto has_id = [id](const WorldWindow& window) { return window.id == id; };
  const auto found = std::find_if(application.windows.begin(), application.windows.end(), has_id);
  return found == application.windows.end() ? nullptr : &*found;
}

Result<World> World::create(std::vector<WorldApplication> applications) {
  World world;
  world.applications_ = std::move(applications);
  complete(world.applications_);
  SS_TRY_VOID(check(world.applications_));
  return world;
}

WorldApplication* World::application(std::string_view id) {
  const auto fits = [id](const WorldApplication& each) { return each.running && each.id == id; };
  const auto found = std::find_if(applications_.begin(), applications_.end(), fits);
  return found == applications_.end() ? nullptr : &*found;
}

WorldWindow* World::window(std::string_view application_id, std::string_view id) {
  auto* const owner = application(application_id);
  return owner == nullptr ? nullptr : find_window(*owner, id);
}

WorldElement* World::element(std::string_view application_id, std::string_view id) {
  auto* const owner = application(application_id);
  return owner == nullptr ? nullptr : find_element(*owner, id);
}

void World::end(std::string_view application_id) {
  if (auto* const ending = application(application_id)) ending->running = false;
}

void World::start(std::string_view application_id) {
  for (auto& each : applications_)
    if (each.id == application_id) each.running = true;
}

}  // namespace secondseat::scripted
