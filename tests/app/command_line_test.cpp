// What a person or a script sees who starts the program wrongly, or asks it about itself.
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "app/server.hpp"
#include "catch.hpp"
#include "secondseat/version.hpp"

using namespace secondseat;
using namespace secondseat::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
namespace fs = std::filesystem;

namespace {

Ended run(const std::vector<std::string>& arguments) { return Server(secondseat_with(arguments)).finish(); }

/// A file that is gone when the test is over.
class WorldFile {
 public:
  explicit WorldFile(const std::string& content)
      : path_(fs::temp_directory_path() / ("world-" + std::to_string(::getpid()) + ".json")) {
    std::ofstream(path_) << content;
  }
  WorldFile(const WorldFile&) = delete;
  ~WorldFile() { fs::remove(path_); }
  std::string option() const { return "scripted:" + path_.string(); }

 private:
  fs::path path_;
};

void check_could_not_start(const std::string& desktop, const std::string& why) {
  const auto ended = run({"mcp", "--desktop", desktop});

  CAPTURE(desktop);
  CHECK(ended.status.code == 2);
  CHECK(ended.out.empty());
  CHECK_THAT(ended.err, StartsWith("secondseat mcp: ") && Contains(why));
}

}  // namespace

TEST_CASE("--help and --version answer on standard output") {
  const auto help = run({"--help"});
  const auto of_command = run({"mcp", "--help"});
  const auto version = run({"--version"});

  CHECK(help.status.success());
  CHECK_THAT(help.out, Contains("second seat") && Contains("mcp"));
  CHECK(of_command.status.success());
  CHECK_THAT(of_command.out, Contains("--desktop"));
  CHECK(version.status.success());
  CHECK(version.out == std::string(program_version) + "\n");
}

TEST_CASE("a command that does not exist, or none, is an error on standard error") {
  for (const auto& arguments : std::vector<std::vector<std::string>>{{}, {"fly"}, {"mcp", "--wings"}}) {
    const auto ended = run(arguments);
    CHECK_FALSE(ended.status.success());
    CHECK(ended.status.signal == 0);
    CHECK(ended.out.empty());
    CHECK_FALSE(ended.err.empty());
  }
}

TEST_CASE("a desktop that does not exist is named, with what could be said instead") {
  check_could_not_start("mars", "no desktop \"mars\"");
  check_could_not_start("mars", "scripted:FILE");
  check_could_not_start("", "scripted:FILE");
}

TEST_CASE("a world that cannot be read is a message and status 2") {
  check_could_not_start("scripted:/nowhere/world.json", "/nowhere/world.json");
  check_could_not_start("scripted:/dev/null", "/dev/null is not a regular file");
  check_could_not_start("scripted:", "open");
  for (const auto* content : {"", "{", "[]", "{\"applications\": 3}", "{\"worlds\": []}", "\xff\xfe"}) {
    const WorldFile broken(content);
    check_could_not_start(broken.option(), ".json");
  }
}
