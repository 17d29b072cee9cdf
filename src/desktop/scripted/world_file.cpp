#include "desktop/scripted/world_file.hpp"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "base/bounded_json.hpp"
#include "base/fd.hpp"
#include "base/try.hpp"
#include "base/utf8.hpp"
#include "desktop/scripted/json_object.hpp"
#include "desktop/scripted/words.hpp"
#include "desktop/scripted/world_parts.hpp"

namespace secondseat::scripted {
namespace {

constexpr std::size_t largest_file = std::size_t{1} << 20U;
constexpr base::JsonLimits json_limits{80, largest_file};  // elements nest 32 deep, each an object in an array

void read_bounds(JsonObject& object, Rect& bounds) {
  std::vector<int> numbers;
  object.read("bounds", numbers);
  if (numbers.size() == 4)
    bounds = Rect{numbers[0], numbers[1], numbers[2], numbers[3]};
  else if (!numbers.empty())
    object.refuse("bounds", "must be [x, y, width, height]");
}

/// A word out of a closed list, where the member is present.
template <class Value>
void read_word(JsonObject& object, std::string_view key, std::optional<Value> (*named)(std::string_view),
               Value& target) {
  std::string word;
  object.read(key, word);
  if (word.empty()) return;
  if (const auto value = named(word))
    target = *value;
  else
    object.refuse(key, fmt::format("\"{}\" is not one of the words known here", base::escape_shown(word, 60)));
}

std::vector<State> read_states(JsonObject& object, std::string_view key) {
  std::vector<std::string> words;
  std::vector<State> states;
  object.read(key, words);
  for (const auto& word : words) {
    if (const auto state = state_named(word))
      states.push_back(*state);
    else
      object.refuse(key, fmt::format("\"{}\" is not a state", base::escape_shown(word, 60)));
  }
  return states;
}

Result<Effect> read_effect(JsonObject object) {
  Effect effect;
  read_word(object, "do", &deed_named, effect.deed);
  if (!object.has("do")) object.refuse("do", "is missing");
  object.read("target", effect.target).read("text", effect.text).read("from", effect.from);
  read_word(object, "state", &state_named, effect.state);
  SS_TRY_VOID(object.finish());
  return effect;
}

Result<WorldElement> read_element(JsonObject object) {
  std::string role = "panel";
  object.read("role", role);
  auto element = of_role(role);
  object.read("id", element.id).read("name", element.name).read("description", element.description);
  object.read("text", element.text).read("placeholder", element.placeholder).read("max_length", element.max_length);
  object.read("actions", element.actions).read("editable_text", element.has_editable_text);
  object.read("selection", element.has_selection);
  read_word(object, "answer", &answer_named, element.answer);
  read_bounds(object, element.bounds);
  for (const auto state : read_states(object, "states")) element.states.set(state);
  for (const auto state : read_states(object, "without")) element.states.clear(state);

  object.object("value", [&element](JsonObject value) {
    auto& number = element.value.emplace();
    value.read("current", number.current).read("minimum", number.minimum);
    return value.read("maximum", number.maximum).read("step", number.step).finish();
  });
  if (element.states.has(State::checkable) && !element.actions.empty() && !element.id.empty())
    element.on[element.actions.front()] = {toggle(element.id, State::checked)};
  object.each_of_members(
      "on", [&element, replaced = std::string()](const std::string& action, JsonObject each) mutable -> Result<void> {
        SS_TRY(auto effect, read_effect(std::move(each)));
        if (replaced != action) element.on[action].clear();  // what the file says replaces what the role brings
        replaced = action;
        element.on[action].push_back(std::move(effect));
        return {};
      });
  std::vector<std::string> rows;
  object.read("rows", rows);
  for (auto& row : rows) {
    element.children.push_back(of_role("list item"));
    element.children.back().name = std::move(row);
  }
  object.each("children", [&element](JsonObject child) -> Result<void> {
    SS_TRY(auto made, read_element(std::move(child)));
    element.children.push_back(std::move(made));
    return {};
  });
  SS_TRY_VOID(object.finish());
  return element;
}

Result<WorldWindow> read_window(JsonObject object) {
  WorldWindow window;
  object.read("id", window.id).read("title", window.title).read("role", window.role).read("open", window.open);
  object.read("active", window.active).read("modal", window.modal).read("minimised", window.minimised);
  read_bounds(object, window.bounds);
  object.each("elements", [&window](JsonObject child) -> Result<void> {
    SS_TRY(auto made, read_element(std::move(child)));
    window.elements.push_back(std::move(made));
    return {};
  });
  SS_TRY_VOID(object.finish());
  return window;
}

Result<WorldApplication> read_application(JsonObject object) {
  WorldApplication application;
  object.read("id", application.id).read("label", application.label).read("pid", application.pid);
  object.read("path", application.path);
  object.each("windows", [&application](JsonObject child) -> Result<void> {
    SS_TRY(auto made, read_window(std::move(child)));
    application.windows.push_back(std::move(made));
    return {};
  });
  SS_TRY_VOID(object.finish());
  return application;
}

Result<std::string> read_file(const std::string& path) {
  const base::Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));  // a FIFO does not hold us up
  if (!file) return base::os_failure("open " + path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return base::os_failure("examine " + path, errno);
  if (!S_ISREG(status.st_mode))
    return fail(Layer::client, ErrorCode::invalid_argument, path + " is not a regular file");
  std::string text(largest_file + 1, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const auto got = ::read(file.get(), text.data() + size, text.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return base::os_failure("read " + path, errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  text.resize(size);
  return text;
}

}  // namespace

Result<World> parse_world(std::string_view text) {
  SS_TRY(const auto json, base::parse_json(text, json_limits));
  JsonObject whole(json, "");
  std::vector<WorldApplication> applications;
  whole.each("applications", [&applications](JsonObject child) -> Result<void> {
    SS_TRY(auto made, read_application(std::move(child)));
    applications.push_back(std::move(made));
    return {};
  });
  SS_TRY_VOID(whole.finish());
  return World::create(std::move(applications));
}

Result<World> load_world(const std::string& path) {
  SS_TRY(const auto text, read_file(path));
  auto world = parse_world(text);
  if (!world) world.error().message = fmt::format("{}: {}", path, world.error().message);
  return world;
}

}  // namespace secondseat::scripted
