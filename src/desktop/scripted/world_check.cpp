#include "desktop/scripted/world_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "base/try.hpp"
#include "base/utf8.hpp"

namespace secondseat::scripted {
namespace {

using Deed = Effect::Deed;

constexpr pid_t above_every_real_pid = 5'000'000;  // Linux gives out numbers below 4,194,304

tl::unexpected<Error> wrong(const std::string& place, std::string_view why) {
  return fail(Layer::client, ErrorCode::invalid_argument, fmt::format("{}: {}", place, why));
}

std::string shown(std::string_view id) { return base::escape_shown(id, 60); }

bool is_id(std::string_view id) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto inner = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  return !id.empty() && id.size() <= 60 && letter(id.front()) && std::all_of(id.begin(), id.end(), inner);
}

void number_elements(std::vector<WorldElement>& elements, unsigned& next) {
  for (auto& element : elements) {
    if (element.id.empty()) element.id = fmt::format("_{}", next++);
    number_elements(element.children, next);
  }
}

/// The check of one application.
class Checker {
 public:
  Checker(WorldApplication& application, WorldBounds bounds)
      : application_(application), bounds_(bounds), place_(fmt::format("application \"{}\"", shown(application.id))) {}

  Result<void> run() {
    if (!is_id(application_.id)) return wrong(place_, "an id is a letter, then letters, digits, '-' and '_'");
    if (application_.pid < 1) return wrong(place_, "a pid is a positive number");
    if (application_.path.front() != '/') return wrong(place_, "the path must be absolute");
    if (application_.windows.size() > bounds_.windows)
      return wrong(place_, fmt::format("more than {} windows", bounds_.windows));
    for (const auto& window : application_.windows) {
      SS_TRY_VOID(collect(window));
    }
    for (const auto& window : application_.windows) {
      for (const auto& element : window.elements) {
        SS_TRY_VOID(check_effects(element));
      }
    }
    return {};
  }

 private:
  Result<void> collect(const WorldWindow& window) {
    const auto place = fmt::format("{}, window \"{}\"", place_, shown(window.id));
    if (!is_id(window.id)) return wrong(place, "an id is a letter, then letters, digits, '-' and '_'");
    if (!windows_.insert(window.id).second) return wrong(place, "this id comes twice");
    const auto fits = [this](int side) { return side >= 1 && side <= bounds_.side; };
    if (!fits(window.bounds.width) || !fits(window.bounds.height))
      return wrong(place, fmt::format("width and height must be from 1 to {}", bounds_.side));
    for (const auto& element : window.elements) {
      SS_TRY_VOID(collect(element, 1));
    }
    return {};
  }

  Result<void> collect(const WorldElement& element, int depth) {
    const auto place = place_of(element);
    if (element.id.front() != '_' && !is_id(element.id))
      return wrong(place, "an id is a letter, then letters, digits, '-' and '_'");
    if (!elements_.insert(element.id).second) return wrong(place, "this id comes twice");
    if (elements_.size() > bounds_.elements)
      return wrong(place_, fmt::format("more than {} elements", bounds_.elements));
    if (depth > bounds_.depth) return wrong(place, fmt::format("nested deeper than {} levels", bounds_.depth));
    if (element.role.empty()) return wrong(place, "a role is needed");
    if (element.value) {
      SS_TRY_VOID(check_value(*element.value, place));
    }
    for (const auto& child : element.children) {
      SS_TRY_VOID(collect(child, depth + 1));
    }
    return {};
  }

  static Result<void> check_value(const NumericValue& value, const std::string& place) {
    for (const auto number : {value.current, value.minimum, value.maximum, value.step})
      if (!std::isfinite(number)) return wrong(place, "a value is made of finite numbers");
    if (value.minimum > value.maximum) return wrong(place, "the minimum is above the maximum");
    return {};
  }

  Result<void> check_effects(const WorldElement& element) {
    for (const auto& [trigger, effects] : element.on) {
      const auto place = fmt::format("{}, on \"{}\"", place_of(element), shown(trigger));
      const auto& known = element.actions;
      const bool is_action = std::find(known.begin(), known.end(), trigger) != known.end();
      if (!is_action && !is_built_in(trigger)) return wrong(place, "the element has no such action");
      for (const auto& effect : effects) {
        SS_TRY_VOID(check_effect(effect, place));
      }
    }
    for (const auto& child : element.children) {
      SS_TRY_VOID(check_effects(child));
    }
    return {};
  }

  Result<void> check_effect(const Effect& effect, const std::string& place) {
    if (effect.deed == Deed::quit) return {};
    const bool about_window = effect.deed == Deed::open_window || effect.deed == Deed::close_window;
    const auto& known = about_window ? windows_ : elements_;
    if (!known.contains(effect.target))
      return wrong(place,
                   fmt::format("there is no {} \"{}\"", about_window ? "window" : "element", shown(effect.target)));
    const bool needs_source = effect.deed == Deed::copy_text;
    if ((needs_source || !effect.from.empty()) && !elements_.contains(effect.from))
      return wrong(place, fmt::format("there is no element \"{}\"", shown(effect.from)));
    return {};
  }

  static bool is_built_in(std::string_view trigger) {
    constexpr std::array<std::string_view, 13> known{
        "set_text",     "set_number",   "select", "focus",  "click", "right_click", "middle_click",
        "double_click", "triple_click", "drag",   "scroll", "key",   "type"};
    return std::find(known.begin(), known.end(), trigger) != known.end();
  }
  std::string place_of(const WorldElement& element) const {
    return fmt::format("{}, element \"{}\"", place_, shown(element.id));
  }

  WorldApplication& application_;
  WorldBounds bounds_;
  std::string place_;
  std::set<std::string> windows_;
  std::set<std::string> elements_;
};

}  // namespace

void complete(std::vector<WorldApplication>& applications) {
  pid_t next_pid = above_every_real_pid;
  for (auto& application : applications) {
    if (application.pid == 0) application.pid = ++next_pid;
    if (application.path.empty()) application.path = "/usr/bin/" + application.id;
    if (application.label.empty()) application.label = application.id;
    for (auto& window : application.windows) number_elements(window.elements, application.rows_made);
  }
}

Result<void> check(std::vector<WorldApplication>& applications, WorldBounds bounds) {
  if (applications.size() > bounds.applications)
    return wrong("the world", fmt::format("more than {} applications", bounds.applications));
  std::set<std::string> ids;
  std::set<pid_t> pids;
  for (auto& application : applications) {
    SS_TRY_VOID(Checker(application, bounds).run());
    const auto place = fmt::format("application \"{}\"", shown(application.id));
    if (!ids.insert(application.id).second) return wrong(place, "this id comes twice");
    if (!pids.insert(application.pid).second) return wrong(place, "another application has this pid");
  }
  return {};
}

}  // namespace secondseat::scripted
