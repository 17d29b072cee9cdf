#include "desktop/atspi/expecting.hpp"

#include <utility>

#include "base/try.hpp"
#include "desktop/atspi/interfaces.hpp"
#include "desktop/atspi/places.hpp"
#include "desktop/roles.hpp"

namespace secondseat::atspi {
namespace {

constexpr std::size_t longest_name = 1U << 20U;

bool fits(States found, States required) {
  for (int number = 0; number <= static_cast<int>(State::active); ++number) {
    const auto state = static_cast<State>(number);
    if (required.has(state) && !found.has(state)) return false;
  }
  return true;
}

// The names in a state are cut at a bound of the reader's; what is there now may be longer, but must begin so.
bool same_name(const std::string& now, const std::string& expected, std::size_t bound) {
  return now == expected || (expected.size() + 4 > bound && now.starts_with(expected));
}

}  // namespace

tl::unexpected<Error> changed(std::string what) {
  return fail(Layer::application, ErrorCode::stale, std::move(what), "Nothing was sent. Read the window again.");
}

Task<Result<void>> still_as_expected(Connection& connection, Dialect dialect, ElementAddress element,
                                     ElementAddress window, Expectation expect) {
  auto states_asked = connection.ask(element, names::accessible, "GetState");
  auto role_asked = connection.ask(element, names::accessible, "GetRole");
  auto name_asked = connection.get(element, names::accessible, "Name");
  auto window_asked = connection.ask(window, names::accessible, "GetState");
  CO_TRY(auto states, co_await states_asked.reply());
  CO_TRY(auto role, co_await role_asked.reply());
  CO_TRY(auto name, co_await name_asked.reply());
  CO_TRY(auto window_states, co_await window_asked.reply());
  const auto words = states.as_state_words();
  const auto window_words = window_states.as_state_words();
  const auto number = role.as_u32();
  const auto property = name.as_property(longest_name);
  const auto* text = property ? std::get_if<std::string>(&*property) : nullptr;
  if (!words || !window_words || !number || text == nullptr) co_return changed("the element makes no sense any more");
  const StateBits bits{*words};
  const StateBits window_bits{*window_words};
  if (bits.has(AtspiState::defunct) || window_bits.has(AtspiState::defunct)) co_return changed("the element is gone");
  const auto name_now = given_name(dialect, *text);
  const auto role_now = honest_role(dialect, role_name(*number), bits, name_now);
  if (role_now != expect.role) co_return changed("the element is of another kind now");
  if (expect.name && !same_name(name_now, *expect.name, ReadLimits().string_bytes))
    co_return changed("the element has another name now");
  if (!fits(to_states(bits, role_now, shown_by(dialect, window_bits)), expect.required))
    co_return changed("the element is not usable any more");
  co_return Result<void>();
}

Task<Result<void>> all_in_place(Connection& connection, Dialect dialect, ElementAddress window,
                                std::vector<Landmark> landmarks) {
  if (landmarks.empty()) co_return Result<void>();
  const auto places = co_await find_places(connection, dialect, window);
  for (const auto& landmark : landmarks) {
    const auto element = parse_element(landmark.element);
    if (!element || element->bus_name != window.bus_name) co_return changed("what the place was chosen by is gone");
    auto asked = extents_of(connection, *element, places.coordinates());
    CO_TRY(auto reply, co_await asked.reply());
    const auto extents = reply.as_extents();
    if (!extents || places.in_window(*extents) != landmark.bounds) co_return changed("the element has moved");
  }
  co_return Result<void>();
}

}  // namespace secondseat::atspi
