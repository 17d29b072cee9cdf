#include "base/bounded_json.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace secondseat::base {
namespace {

using Json = nlohmann::json;

/// Receives nlohmann's SAX events. After a breach of a bound it builds nothing more but lets the parser, which does not
/// recurse, go on: whether the rest is JSON decides what the sender is told.
class TreeBuilder {
 public:
  enum class Breach { none, depth, duplicate_key };

  explicit TreeBuilder(std::size_t depth) : max_depth_(depth) {}

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) { return add(value); }
  bool number_float(double value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(Json::binary_t&) { return false; }  // JSON text has none
  bool start_object(std::size_t) { return open(Json::value_t::object); }
  bool start_array(std::size_t) { return open(Json::value_t::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    if (breach_ != Breach::none) return true;
    const auto [place, is_new] = open_.back()->get_ref<Json::object_t&>().emplace(std::move(name), nullptr);
    if (is_new) {
      member_ = &place->second;
    } else {
      breach_ = Breach::duplicate_key;
    }
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) {
    constexpr int number_overflow = 406;
    error_at_ = position;
    overflow_ = error.id == number_overflow;
    return false;
  }

  Breach breach() const { return breach_; }
  std::size_t error_at() const { return error_at_; }
  bool overflow() const { return overflow_; }
  Json take() { return std::move(root_); }

 private:
  template <class Value>
  bool add(Value&& value) {
    if (breach_ == Breach::none) place(std::forward<Value>(value));
    return true;
  }
  template <class Value>
  Json* place(Value&& value) {
    if (open_.empty()) {
      root_ = std::forward<Value>(value);
      return &root_;
    }
    if (member_ == nullptr) return &open_.back()->get_ref<Json::array_t&>().emplace_back(std::forward<Value>(value));
    *member_ = std::forward<Value>(value);
    return std::exchange(member_, nullptr);
  }
  bool open(Json::value_t type) {
    if (breach_ != Breach::none) return true;
    if (open_.size() == max_depth_) {
      breach_ = Breach::depth;
      return true;
    }
    open_.push_back(place(type));
    return true;
  }
  bool close() {
    if (breach_ == Breach::none) open_.pop_back();
    return true;
  }

  std::size_t max_depth_;
  Json root_;
  std::vector<Json*> open_;  // an element's address holds still: only the innermost container grows
  Json* member_ = nullptr;   // where the value of the key just read goes
  Breach breach_ = Breach::none;
  std::size_t error_at_ = 0;
  bool overflow_ = false;
};

/// Walks over text that is JSON; on other text it stops somewhere inside it.
class Walker {
 public:
  explicit Walker(std::string_view text) : text_(text) {}

  bool eat(char wanted) {
    skip_space();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  std::string_view value() {
    skip_space();
    const auto start = at_;
    std::size_t depth = 0;
    do {
      if (at_ == text_.size()) break;
      const char byte = text_[at_];
      if (byte == '"') {
        skip_string();
      } else if (byte == '{' || byte == '[') {
        ++depth;
        ++at_;
      } else if (byte == '}' || byte == ']') {
        if (depth == 0) break;
        --depth;
        ++at_;
      } else if (depth > 0) {
        ++at_;
      } else {
        skip_scalar();
      }
    } while (depth > 0);
    return text_.substr(start, at_ - start);
  }

 private:
  void skip_space() { at_ = end_of(text_.find_first_not_of(" \t\r\n", at_)); }
  void skip_scalar() { at_ = end_of(text_.find_first_of(" \t\r\n,:{}[]\"", at_)); }
  void skip_string() {
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '"') {
        ++at_;
        return;
      }
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
    }
  }
  std::size_t end_of(std::size_t found) const { return found == std::string_view::npos ? text_.size() : found; }

  std::string_view text_;
  std::size_t at_ = 0;
};

bool names(std::string_view key, std::string_view name) {
  return key.size() == name.size() + 2 && key.substr(1, name.size()) == name;
}

}  // namespace

Result<nlohmann::json> parse_json(std::string_view text, JsonLimits limits) {
  const auto refuse = [](ErrorCode code, std::string message) { return fail(Layer::client, code, std::move(message)); };
  if (text.size() > limits.bytes) return refuse(ErrorCode::too_large, fmt::format("more than {} bytes", limits.bytes));
  // nlohmann takes NUL for the end of the text and skips a byte order mark; JSON has neither.
  if (const auto nul = text.find('\0'); nul != text.npos)
    return refuse(ErrorCode::malformed, fmt::format("not JSON at byte {}", nul + 1));
  if (text.substr(0, 3) == "\xEF\xBB\xBF") return refuse(ErrorCode::malformed, "starts with a byte order mark");
  TreeBuilder builder(limits.depth);
  if (!Json::sax_parse(text.begin(), text.end(), &builder)) {
    if (builder.overflow()) return refuse(ErrorCode::too_large, "a number is too large");
    return refuse(ErrorCode::malformed, fmt::format("not JSON at byte {}", builder.error_at()));
  }
  switch (builder.breach()) {
    case TreeBuilder::Breach::none: break;
    case TreeBuilder::Breach::depth:
      return refuse(ErrorCode::too_large, fmt::format("nested deeper than {} levels", limits.depth));
    case TreeBuilder::Breach::duplicate_key: return refuse(ErrorCode::invalid_argument, "an object has a key twice");
  }
  return builder.take();
}

std::optional<std::string_view> raw_member(std::string_view object, std::string_view name) {
  Walker walker(object);
  std::optional<std::string_view> found;
  if (!walker.eat('{')) return std::nullopt;
  do {
    const auto key = walker.value();
    if (!walker.eat(':')) break;
    const auto value = walker.value();
    if (!names(key, name)) continue;
    if (found) return std::nullopt;
    found = value;
  } while (walker.eat(','));
  return found;
}

}  // namespace secondseat::base
