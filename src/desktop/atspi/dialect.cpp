#include "desktop/atspi/dialect.hpp"

#include <algorithm>
#include <array>

namespace secondseat::atspi {
namespace {

char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_letter(char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'z'; }

// In the languages that most desktops speak; in lower case, but for letters outside ASCII that begin a word.
constexpr std::array<std::string_view, 34> secrets{
    "password",     "passphrase",  "passcode", "passwd",        "passwort", "kennwort",   "secret",
    "mot de passe", "contrase",    "senha",    "palavra-passe", "parola",   "wachtwoord", "lösenord",
    "passord",      "adgangskode", "kodeord",  "salasana",      "hasło",    "heslo",      "jelszó",
    "lozinka",      "geslo",       "şifre",    "пароль",        "Пароль",   "κωδικός",    "סיסמה",
    "كلمة المرور",  "パスワード",  "密码",     "密碼",          "암호",     "비밀번호"};

}  // namespace

Dialect to_dialect(std::string_view toolkit, std::string_view version) {
  if (toolkit.starts_with("Qt")) return Dialect::one_by_one;
  if ((toolkit == "GTK" || toolkit == "gtk") && version.starts_with("4")) return Dialect::gtk4;
  return Dialect::plain;
}

ShownBy shown_by(Dialect dialect, StateBits window) {
  return dialect == Dialect::gtk4 || !window.has(AtspiState::showing) ? ShownBy::visible : ShownBy::showing;
}

Clock::Duration press_time(Dialect dialect) {
  return dialect == Dialect::gtk4 ? std::chrono::milliseconds{300} : std::chrono::milliseconds{0};
}

std::string given_name(Dialect dialect, std::string name) {
  const bool of_library = name.starts_with("Gtk") || name.starts_with("Adw");
  const bool is_class =
      of_library && name.size() > 3 && name[3] >= 'A' && name[3] <= 'Z' && std::ranges::all_of(name, is_letter);
  if (dialect == Dialect::gtk4 && is_class) return {};
  return name;
}

bool names_a_secret(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), to_lower);
  if (lower == "pin" || lower.starts_with("pin ") || lower.ends_with(" pin")) return true;
  return std::ranges::any_of(secrets, [&lower](auto word) { return lower.find(word) != lower.npos; });
}

std::string_view honest_role(Dialect dialect, std::string_view role, StateBits bits, std::string_view name) {
  const bool may_hide = dialect == Dialect::gtk4 && role == "text" && !bits.has(AtspiState::multi_line);
  return may_hide && names_a_secret(name) ? "password text" : role;
}

}  // namespace secondseat::atspi
