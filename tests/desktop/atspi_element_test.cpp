#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "catch.hpp"
#include "desktop/atspi/dialect.hpp"
#include "desktop/atspi/element.hpp"
#include "desktop/atspi/state_bits.hpp"

using namespace secondseat;
using namespace secondseat::atspi;

namespace {

StateBits bits_of(std::initializer_list<AtspiState> states) {
  StateBits bits;
  for (const auto state : states) bits.bits |= std::uint64_t{1} << static_cast<unsigned>(state);
  return bits;
}

Element element_of(std::string role, std::string name, StateBits bits = {}) {
  Element element;
  element.node.role = std::move(role);
  element.node.name = std::move(name);
  element.bits = bits;
  element.interfaces.text = true;
  return element;
}

}  // namespace

TEST_CASE("states are translated, and those that toolkits leave out are added by role") {
  const auto bits = bits_of({AtspiState::showing, AtspiState::sensitive, AtspiState::focused, AtspiState::checked});

  const States expected{State::showing, State::enabled, State::focused, State::checked, State::checkable};
  CHECK(to_states(bits, "check box", ShownBy::showing) == expected);
  CHECK_FALSE(to_states(bits, "push button", ShownBy::showing).has(State::checkable));
  CHECK(to_states(StateBits{}, "frame", ShownBy::showing) == States());
}

TEST_CASE("what is read-only is not editable, whatever else it says") {
  const auto both = bits_of({AtspiState::editable, AtspiState::read_only});

  CHECK_FALSE(to_states(both, "text", ShownBy::showing).has(State::editable));
}

TEST_CASE("visible counts as showing only where nothing better is known") {
  const auto visible = bits_of({AtspiState::visible});

  CHECK_FALSE(is_shown(visible, ShownBy::showing));
  CHECK(is_shown(visible, ShownBy::visible));
  CHECK_FALSE(is_shown(bits_of({AtspiState::showing, AtspiState::defunct}), ShownBy::visible));
  CHECK(shown_by(Dialect::plain, bits_of({AtspiState::showing})) == ShownBy::showing);
  CHECK(shown_by(Dialect::plain, visible) == ShownBy::visible);
  CHECK(shown_by(Dialect::gtk4, bits_of({AtspiState::showing})) == ShownBy::visible);
}

TEST_CASE("places that cannot be are nowhere") {
  constexpr auto smallest = std::numeric_limits<std::int32_t>::min();

  CHECK(to_rect({1, 2, 3, 4}) == Rect{1, 2, 3, 4});
  CHECK(to_rect({-5, -6, 3, 4}) == Rect{-5, -6, 3, 4});
  CHECK(to_rect({smallest, smallest, 3, 4}) == Rect{});
  CHECK(to_rect({0, 0, std::numeric_limits<std::int32_t>::max(), 4}) == Rect{});
  CHECK(to_rect({0, 0, -1, -1}) == Rect{});
}

TEST_CASE("a value that is not a number is none") {
  const auto nan = std::nan("");

  CHECK_FALSE(to_numeric_value(Properties{}));
  CHECK_FALSE(to_numeric_value(Properties{{"CurrentValue", nan}}));
  CHECK_FALSE(to_numeric_value(Properties{{"CurrentValue", std::string("5")}}));
  const auto value = to_numeric_value(Properties{{"CurrentValue", 5.0}, {"MaximumValue", nan}, {"MinimumValue", -1.0}});
  REQUIRE(value);
  CHECK(*value == NumericValue{5, -1, 0, 0});
}

TEST_CASE("a secret's text is never asked for") {
  auto password = element_of("password text", "", bits_of({AtspiState::editable}));
  password.interfaces.editable_text = true;

  CHECK_FALSE(wants_text(password));
}

TEST_CASE("text is asked for where the name does not say it already") {
  CHECK(wants_text(element_of("text", "Notes", bits_of({AtspiState::editable}))));
  CHECK(wants_text(element_of("text", "Read-only")));
  CHECK(wants_text(element_of("label", "")));
  CHECK_FALSE(wants_text(element_of("label", "Name:")));
  CHECK_FALSE(wants_text(element_of("push button", "OK")));
}

TEST_CASE("closed menus and pages behind others hide what they hold") {
  CHECK(hides_children(element_of("menu", "File")));
  CHECK_FALSE(hides_children(element_of("menu", "File", bits_of({AtspiState::expanded}))));
  CHECK(hides_children(element_of("page tab", "Two")));
  CHECK_FALSE(hides_children(element_of("page tab", "One", bits_of({AtspiState::selected}))));
  CHECK_FALSE(hides_children(element_of("panel", "")));
}

TEST_CASE("what takes no room is not to be seen, where the toolkit is to be believed in that") {
  constexpr bool leaf = true;
  CHECK(takes_no_room(Dialect::gtk4, "label", Size{0, 0}, leaf));
  CHECK_FALSE(takes_no_room(Dialect::gtk4, "label", Size{0, 16}, leaf));
  CHECK_FALSE(takes_no_room(Dialect::gtk4, "panel", Size{0, 0}, !leaf));
  CHECK_FALSE(takes_no_room(Dialect::gtk4, "panel", std::nullopt, leaf));
  CHECK_FALSE(takes_no_room(Dialect::plain, "label", Size{0, 0}, leaf));
  CHECK(takes_no_room(Dialect::plain, "menu bar", Size{1280, 0}, !leaf));
  CHECK_FALSE(takes_no_room(Dialect::plain, "menu bar", Size{1280, 19}, !leaf));
  CHECK_FALSE(takes_no_room(Dialect::plain, "menu bar", Size{-1, -1}, !leaf));
}

TEST_CASE("a placeholder is found under the name that the toolkit gives it") {
  CHECK(placeholder_in({{"placeholder-text", "Search"}}) == "Search");
  CHECK(placeholder_in({{"tag", "input"}, {"placeholder", "you@example.org"}}) == "you@example.org");
  CHECK(placeholder_in({{"tag", "input"}}).empty());
}

TEST_CASE("interfaces are known by their full names") {
  const auto known = to_interfaces({"org.a11y.atspi.Text", "org.a11y.atspi.Action", "Value", "org.example.Component"});

  CHECK(known.text);
  CHECK(known.action);
  CHECK_FALSE(known.value);
  CHECK_FALSE(known.component);
}
