#include "desktop/scripted/json_object.hpp"

#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/utf8.hpp"

namespace secondseat::scripted {
namespace {

using Json = nlohmann::json;

bool fits_int(const Json& value) {
  if (value.is_number_unsigned()) return value.get<std::uint64_t>() <= std::numeric_limits<int>::max();
  if (!value.is_number_integer()) return false;
  const auto number = value.get<std::int64_t>();
  return number >= std::numeric_limits<int>::min() && number <= std::numeric_limits<int>::max();
}

}  // namespace

JsonObject::JsonObject(const Json& value, std::string place) : value_(value), place_(std::move(place)) {
  if (!value_.is_object()) refuse_place(place_, "must be an object");
}

const Json* JsonObject::member(std::string_view key) {
  read_.emplace(key);
  if (mistake_) return nullptr;
  const auto found = value_.find(std::string(key));
  return found == value_.end() ? nullptr : &*found;
}

JsonObject& JsonObject::read(std::string_view key, std::string& target) {
  if (const auto* value = member(key)) {
    if (value->is_string())
      target = value->get<std::string>();
    else
      refuse(key, "must be a string");
  }
  return *this;
}

JsonObject& JsonObject::read(std::string_view key, bool& target) {
  if (const auto* value = member(key)) {
    if (value->is_boolean())
      target = value->get<bool>();
    else
      refuse(key, "must be true or false");
  }
  return *this;
}

JsonObject& JsonObject::read(std::string_view key, int& target) {
  if (const auto* value = member(key)) {
    if (fits_int(*value))
      target = value->get<int>();
    else
      refuse(key, "must be a whole number of 32 bits");
  }
  return *this;
}

JsonObject& JsonObject::read(std::string_view key, double& target) {
  if (const auto* value = member(key)) {
    if (value->is_number())
      target = value->get<double>();
    else
      refuse(key, "must be a number");
  }
  return *this;
}

JsonObject& JsonObject::read(std::string_view key, std::vector<std::string>& target) {
  if (const auto* value = member(key)) {
    bool fits = value->is_array();
    if (fits)
      for (const auto& each : *value) fits = fits && each.is_string();
    if (fits)
      target = value->get<std::vector<std::string>>();
    else
      refuse(key, "must be an array of strings");
  }
  return *this;
}

JsonObject& JsonObject::read(std::string_view key, std::vector<int>& target) {
  if (const auto* value = member(key)) {
    bool fits = value->is_array();
    if (fits)
      for (const auto& each : *value) fits = fits && fits_int(each);
    if (fits)
      target = value->get<std::vector<int>>();
    else
      refuse(key, "must be an array of whole numbers");
  }
  return *this;
}

void JsonObject::each_in(const Json& array, const std::string& place, const EachObject& take) {
  if (!array.is_array()) {
    refuse_place(place, "must be an array of objects");
    return;
  }
  for (std::size_t i = 0; i < array.size() && !mistake_; ++i)
    keep(take(JsonObject(array[i], fmt::format("{}[{}]", place, i))));
}

JsonObject& JsonObject::each(std::string_view key, const EachObject& take) {
  if (const auto* value = member(key)) each_in(*value, place_of(key), take);
  return *this;
}

JsonObject& JsonObject::object(std::string_view key, const EachObject& take) {
  if (const auto* value = member(key)) keep(take(JsonObject(*value, place_of(key))));
  return *this;
}

JsonObject& JsonObject::each_of_members(std::string_view key, const EachMember& take) {
  const auto* value = member(key);
  if (value == nullptr) return *this;
  if (!value->is_object()) {
    refuse(key, "must be an object");
    return *this;
  }
  for (const auto& [name, array] : value->items()) {
    const auto take_named = [&take, &known = name](JsonObject object) { return take(known, std::move(object)); };
    each_in(array, fmt::format("{}.{}", place_of(key), base::escape_shown(name, 60)), take_named);
  }
  return *this;
}

bool JsonObject::has(std::string_view key) const { return value_.is_object() && value_.contains(std::string(key)); }

std::string JsonObject::place_of(std::string_view key) const {
  return place_.empty() ? std::string(key) : fmt::format("{}.{}", place_, key);
}

void JsonObject::refuse(std::string_view key, std::string_view why) { refuse_place(place_of(key), why); }

void JsonObject::refuse_place(const std::string& place, std::string_view why) {
  if (mistake_) return;
  const auto where = place.empty() ? std::string("the whole text") : place;
  mistake_ = Error{Layer::client, ErrorCode::invalid_argument, fmt::format("{}: {}", where, why), {}};
}

void JsonObject::keep(Result<void> outcome) {
  if (!outcome && !mistake_) mistake_ = std::move(outcome).error();
}

Result<void> JsonObject::finish() {
  if (mistake_) return tl::unexpected(*mistake_);
  for (const auto& [key, unused] : value_.items())
    if (!read_.contains(key)) refuse(base::escape_shown(key, 60), "there is no such key");
  if (mistake_) return tl::unexpected(*mistake_);
  return {};
}

}  // namespace secondseat::scripted
