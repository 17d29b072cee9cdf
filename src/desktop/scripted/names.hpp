// How the scripted desktop names its things to the executor: "notes", "notes/window/main", "notes/element/save". Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "secondseat/desktop.hpp"

namespace secondseat::scripted {

inline NativeRef application_ref(const std::string& application) { return {application}; }
inline NativeRef window_ref(const std::string& application, const std::string& id) {
  return {application + "/window/" + id};
}
inline NativeRef element_ref(const std::string& application, const std::string& id) {
  return {application + "/element/" + id};
}

/// The id in a reference that the functions above made for this application; empty, which no id is, for any other.
inline std::string window_id(const NativeRef& ref, const std::string& application) {
  const auto prefix = application + "/window/";
  return ref.text.starts_with(prefix) ? ref.text.substr(prefix.size()) : std::string();
}
inline std::string element_id(const NativeRef& ref, const std::string& application) {
  const auto prefix = application + "/element/";
  return ref.text.starts_with(prefix) ? ref.text.substr(prefix.size()) : std::string();
}

}  // namespace secondseat::scripted
