// JsonObject: reads the members of one JSON object into plain values, remembers the first mistake with its place, and refuses
// members that nobody asked for. Any thread; must not outlive the JSON.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "secondseat/error.hpp"

namespace secondseat::scripted {

class JsonObject {
 public:
  /// `place` is how messages name this object: "applications[0]"; empty for the whole text.
  JsonObject(const nlohmann::json& value, std::string place);

  /// Each leaves its target alone when the member is absent.
  JsonObject& read(std::string_view key, std::string& target);
  JsonObject& read(std::string_view key, bool& target);
  JsonObject& read(std::string_view key, int& target);
  JsonObject& read(std::string_view key, double& target);
  JsonObject& read(std::string_view key, std::vector<std::string>& target);
  JsonObject& read(std::string_view key, std::vector<int>& target);

  using EachObject = std::function<Result<void>(JsonObject)>;
  JsonObject& each(std::string_view key, const EachObject& take);
  JsonObject& object(std::string_view key, const EachObject& take);
  /// The members of an object whose keys are free, each an array of objects.
  using EachMember = std::function<Result<void>(const std::string& name, JsonObject)>;
  JsonObject& each_of_members(std::string_view key, const EachMember& take);

  bool has(std::string_view key) const;
  std::string place_of(std::string_view key) const;
  void refuse(std::string_view key, std::string_view why);
  /// The first mistake; a member that was not read is one, too.
  Result<void> finish();

 private:
  const nlohmann::json* member(std::string_view key);
  void each_in(const nlohmann::json& array, const std::string& place, const EachObject& take);
  void keep(Result<void> outcome);
  void refuse_place(const std::string& place, std::string_view why);

  const nlohmann::json& value_;
  std::string place_;
  std::set<std::string, std::less<>> read_;
  std::optional<Error> mistake_;
};

}  // namespace secondseat::scripted
