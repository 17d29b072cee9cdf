#include "executor/window_choice.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/utf8.hpp"

namespace secondseat::executor {
namespace {

constexpr std::size_t title_bytes = 80;

std::string titles(const std::vector<Window>& windows) {
  std::string text;
  for (const auto& window : windows)
    text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", base::escape_shown(window.title, title_bytes));
  return text;
}

Result<Window> by_title(const std::vector<Window>& windows, std::string_view title) {
  std::vector<const Window*> exact;
  std::vector<const Window*> partly;
  for (const auto& window : windows) {
    if (base::escape_shown(window.title, title_bytes) == base::escape_shown(title, title_bytes))
      exact.push_back(&window);
    if (window.title.find(title) != std::string::npos) partly.push_back(&window);
  }
  const auto& found = exact.empty() ? partly : exact;
  if (found.size() == 1) return *found.front();
  const auto asked = base::escape_shown(title, title_bytes);
  if (found.empty())
    return fail(Layer::client, ErrorCode::not_found,
                fmt::format("no window of this application is titled \"{}\"", asked),
                fmt::format("Its windows: {}.", titles(windows)));
  return fail(Layer::client, ErrorCode::ambiguous, fmt::format("\"{}\" fits {} windows", asked, found.size()),
              fmt::format("Its windows: {}.", titles(windows)));
}

}  // namespace

Result<Window> choose_window(const std::vector<Window>& windows, std::string_view title) {
  if (windows.empty()) return fail(Layer::application, ErrorCode::transient, "the application shows no window");
  if (!title.empty()) return by_title(windows, title);
  const auto modal = std::find_if(windows.begin(), windows.end(),
                                  [](const Window& window) { return window.modal && !window.minimised; });
  if (modal != windows.end()) return *modal;
  const auto active = std::find_if(windows.begin(), windows.end(), [](const Window& window) { return window.active; });
  if (active != windows.end()) return *active;
  const auto open =
      std::find_if(windows.begin(), windows.end(), [](const Window& window) { return !window.minimised; });
  return open == windows.end() ? windows.front() : *open;
}

}  // namespace secondseat::executor
