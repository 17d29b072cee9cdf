#include "desktop/scripted/effects.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "desktop/scripted/words.hpp"

namespace secondseat::scripted {
namespace {

using Deed = Effect::Deed;

constexpr long long most_counted = 1'000'000'000;
constexpr std::size_t most_rows = 20'000;
constexpr std::size_t longest_text = std::size_t{1} << 20U;

void count_up(WorldElement& element) {
  long long number = 0;
  const auto* const end = element.text.data() + element.text.size();
  const auto parsed = std::from_chars(element.text.data(), end, number);
  if (parsed.ec != std::errc{} || parsed.ptr != end || number > most_counted) number = 0;
  element.text = fmt::format("{}", number + 1);
}

bool remove_from(std::vector<WorldElement>& elements, std::string_view id) {
  const auto has_id = [id](const WorldElement& element) { return element.id == id; };
  if (std::erase_if(elements, has_id) > 0) return true;
  const auto removed_inside = [id](WorldElement& element) { return remove_from(element.children, id); };
  return std::any_of(elements.begin(), elements.end(), removed_inside);
}

void open(WorldApplication& application, std::string_view id, bool shall_be_open) {
  auto* const window = find_window(application, id);
  if (window == nullptr) return;
  window->open = shall_be_open;
  for (auto& each : application.windows) each.active = false;
  const auto may_be_active = [](const WorldWindow& each) { return each.open && !each.minimised; };
  auto& windows = application.windows;
  const auto topmost = std::find_if(windows.rbegin(), windows.rend(), may_be_active);
  auto* const next = shall_be_open ? window : topmost == windows.rend() ? nullptr : &*topmost;
  if (next != nullptr) next->active = true;
}

std::string wording(WorldApplication& application, const Effect& effect) {
  if (effect.from.empty()) return effect.text;
  const auto* const source = find_element(application, effect.from);
  return source == nullptr ? std::string() : source->text;
}

void add_row(WorldApplication& application, WorldElement& list, std::string name) {
  if (list.children.size() >= most_rows) return;
  auto row = of_role("list item");
  row.id = fmt::format("_{}", application.rows_made++);
  row.name = std::move(name);
  list.children.push_back(std::move(row));
}

void change(WorldApplication& application, WorldElement& element, const Effect& effect) {
  auto words = wording(application, effect).substr(0, longest_text);
  switch (effect.deed) {
    case Deed::count: count_up(element); break;
    case Deed::set_text:
    case Deed::copy_text: element.text = std::move(words); break;
    case Deed::rename: element.name = std::move(words); break;
    case Deed::add_row: add_row(application, element, std::move(words)); break;
    case Deed::set_state: element.states.set(effect.state); break;
    case Deed::clear_state: element.states.clear(effect.state); break;
    case Deed::toggle_state:
      element.states.has(effect.state) ? element.states.clear(effect.state) : element.states.set(effect.state);
      break;
    case Deed::remove:
    case Deed::open_window:
    case Deed::close_window:
    case Deed::quit: break;  // not about an element that stays
  }
}

}  // namespace

void happen(WorldApplication& application, const Effect& effect) {
  switch (effect.deed) {
    case Deed::quit: application.running = false; return;
    case Deed::open_window: open(application, effect.target, true); return;
    case Deed::close_window: open(application, effect.target, false); return;
    case Deed::remove:
      for (auto& window : application.windows)
        if (remove_from(window.elements, effect.target)) return;
      return;
    default: break;
  }
  if (auto* const element = find_element(application, effect.target)) change(application, *element, effect);
}

}  // namespace secondseat::scripted
