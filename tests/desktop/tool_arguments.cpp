#include "desktop/tool_arguments.hpp"

#include "desktop/mcp_process.hpp"

namespace secondseat::stage {

nlohmann::json app(const Fixture& fixture) {
  nlohmann::json arguments;
  arguments["app"] = "pid:" + std::to_string(fixture.pid());
  return arguments;
}

nlohmann::json quick_read(const Fixture& fixture) {
  auto arguments = app(fixture);
  arguments["screenshot"] = false;
  arguments["full"] = true;
  return arguments;
}

nlohmann::json on_element(const Fixture& fixture, const std::string& text, const std::string& role,
                          const std::string& name) {
  auto arguments = app(fixture);
  arguments["state"] = state_in(text);
  arguments["element_index"] = element_in(text, role, name);
  return arguments;
}

}  // namespace secondseat::stage
