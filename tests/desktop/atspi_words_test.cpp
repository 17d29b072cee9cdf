#include <string>

#include "catch.hpp"
#include "desktop/atspi/bus_address.hpp"
#include "desktop/atspi/dialect.hpp"
#include "desktop/atspi/element_address.hpp"
#include "desktop/atspi/message.hpp"
#include "desktop/roles.hpp"

using namespace secondseat;
using namespace secondseat::atspi;

TEST_CASE("an element's reference names its connection and its path, and nothing else passes for one") {
  const auto parsed = parse_element(NativeRef{":1.5/org/a11y/atspi/accessible/12"});
  REQUIRE(parsed);
  CHECK(parsed->bus_name == ":1.5");
  CHECK(parsed->path == "/org/a11y/atspi/accessible/12");
  CHECK(parsed->ref().text == ":1.5/org/a11y/atspi/accessible/12");

  CHECK_FALSE(parse_element(NativeRef{""}));
  CHECK_FALSE(parse_element(NativeRef{":1.5"}));
  CHECK_FALSE(parse_element(NativeRef{"/org/a11y"}));
  CHECK_FALSE(parse_element(NativeRef{"org.gnome.Shell/org/a11y"}));
  CHECK_FALSE(parse_element(NativeRef{":1.5/org//a11y"}));
  CHECK_FALSE(parse_element(NativeRef{":1.5/org/a11y/"}));
  CHECK_FALSE(parse_element(NativeRef{":1.5/org/a11y ' or"}));
  CHECK_FALSE(parse_element(NativeRef{":1.5/" + std::string(600, 'a')}));
  CHECK_FALSE(parse_element(NativeRef{std::string(":1.5/a\0b", 8)}));
}

TEST_CASE("a unique name is digits and dots after a colon") {
  CHECK(is_unique_name(":1.0"));
  CHECK(is_unique_name(":1.4711"));
  CHECK_FALSE(is_unique_name("1.0"));
  CHECK_FALSE(is_unique_name(":1"));
  CHECK_FALSE(is_unique_name(":1."));
  CHECK_FALSE(is_unique_name(":.1"));
  CHECK_FALSE(is_unique_name(":1..2"));
  CHECK_FALSE(is_unique_name(":1.2'"));
  CHECK_FALSE(is_unique_name(":" + std::string(100, '1') + ".2"));
}

TEST_CASE("only Unix sockets are connected to: an address must not run a program or leave the machine") {
  CHECK(is_local_socket("unix:path=/run/user/1000/bus"));
  CHECK(is_local_socket("unix:abstract=/tmp/x,guid=00;unix:path=/y"));
  CHECK(is_local_socket("unix:path=/y;"));
  CHECK_FALSE(is_local_socket(""));
  CHECK_FALSE(is_local_socket("unixexec:path=/bin/sh"));
  CHECK_FALSE(is_local_socket("unix:path=/y;unixexec:path=/bin/sh"));
  CHECK_FALSE(is_local_socket("tcp:host=example.org,port=1"));
  CHECK_FALSE(is_local_socket(";unix:path=/y"));
  CHECK_FALSE(is_local_socket("autolaunch:"));
}

TEST_CASE("a text is cut between characters, never inside one") {
  CHECK(cut("hello", 5) == "hello");
  CHECK(cut("hello", 3) == "hel");
  CHECK(cut("aäö", 2) == "a");
  CHECK(cut("aäö", 3) == "aä");
  CHECK(cut("😀", 3).empty());
}

TEST_CASE("roles have the protocol's numbers") {
  CHECK(role_name(43) == "push button");
  CHECK(role_name(40) == "password text");
  CHECK(role_name(23) == "frame");
  CHECK(role_name(61) == "text");
  CHECK(role_name(79) == "entry");
  CHECK(role_name(98) == "list box");
  CHECK(role_name(129) == "push button menu");
  CHECK(role_name(130) == "unknown");
  CHECK(role_name(0xFFFFFFFF) == "unknown");
}

TEST_CASE("toolkits are told apart by what they say of themselves") {
  CHECK(to_dialect("gtk", "3.24.38") == Dialect::plain);
  CHECK(to_dialect("GTK", "4.8.3") == Dialect::gtk4);
  CHECK(to_dialect("Qt", "5.15.8") == Dialect::one_by_one);
  CHECK(to_dialect("Chromium", "4.0") == Dialect::plain);
  CHECK(to_dialect("", "") == Dialect::plain);
}

TEST_CASE("the class of a GTK 4 widget is not its name") {
  CHECK(given_name(Dialect::gtk4, "GtkBuiltinIcon").empty());
  CHECK(given_name(Dialect::gtk4, "AdwLeaflet").empty());
  CHECK(given_name(Dialect::gtk4, "Gtk") == "Gtk");
  CHECK(given_name(Dialect::gtk4, "Gtk is a toolkit") == "Gtk is a toolkit");
  CHECK(given_name(Dialect::plain, "GtkBuiltinIcon") == "GtkBuiltinIcon");
}

TEST_CASE("a GTK 4 entry that asks for a secret is taken for a password field") {
  const StateBits single_line{};
  const StateBits multi_line{std::uint64_t{1} << static_cast<unsigned>(AtspiState::multi_line)};

  CHECK(honest_role(Dialect::gtk4, "text", single_line, "Password") == "password text");
  CHECK(honest_role(Dialect::gtk4, "text", single_line, "Neues Passwort:") == "password text");
  CHECK(honest_role(Dialect::gtk4, "text", single_line, "PIN") == "password text");
  CHECK(honest_role(Dialect::gtk4, "text", single_line, "Shipping") == "text");
  CHECK(honest_role(Dialect::gtk4, "text", multi_line, "Password") == "text");
  CHECK(honest_role(Dialect::gtk4, "label", single_line, "Password") == "label");
  CHECK(honest_role(Dialect::plain, "text", single_line, "Password") == "text");
}
