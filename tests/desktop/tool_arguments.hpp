// What a client passes to a tool to mean a fixture, or an element of it. Any thread.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "desktop/fixture.hpp"

namespace secondseat::stage {

nlohmann::json app(const Fixture& fixture);

/// For get_app_state: the whole list and no picture.
nlohmann::json quick_read(const Fixture& fixture);

/// An element of the state that `text` shows.
nlohmann::json on_element(const Fixture& fixture, const std::string& text, const std::string& role,
                          const std::string& name);

}  // namespace secondseat::stage
