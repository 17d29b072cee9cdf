#include "base/state_directory.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "catch.hpp"

using namespace secondseat;
using base::Missing;
using base::open_state_directory;
namespace fs = std::filesystem;

namespace {

/// A home and a place for $XDG_STATE_HOME, both empty.
struct Places {
  Places() {
    auto path = (fs::temp_directory_path() / "state-XXXXXX").string();
    REQUIRE(::mkdtemp(path.data()) != nullptr);
    root = path;
    fs::create_directory(home());
    fs::create_directory(xdg());
  }
  Places(const Places&) = delete;
  Places& operator=(const Places&) = delete;
  ~Places() {
    std::error_code ignored;  // a directory left behind is no reason to lose a test's verdict
    fs::remove_all(root, ignored);
  }
  fs::path home() const { return root / "home"; }
  fs::path xdg() const { return root / "xdg"; }
  fs::path in_home() const { return home() / ".local/state/secondseat"; }

  fs::path root;
};

unsigned mode_of(const fs::path& path) {
  struct stat found {};
  REQUIRE(::stat(path.c_str(), &found) == 0);
  return found.st_mode & 07777U;
}

}  // namespace

TEST_CASE("the state directory is made below the home, private, step by step") {
  const Places at;

  REQUIRE(open_state_directory({"", at.home().string()}, Missing::is_created));

  CHECK(mode_of(at.in_home()) == 0700);
  CHECK(mode_of(at.home() / ".local") == 0700);
  CHECK(open_state_directory({"", at.home().string()}, Missing::is_an_error));
}

TEST_CASE("a state directory that is only looked for is not made") {
  const Places at;

  const auto none = open_state_directory({"", at.home().string()}, Missing::is_an_error);

  REQUIRE_FALSE(none);
  CHECK(none.error().code == ErrorCode::not_found);
  CHECK(fs::is_empty(at.home()));
}

TEST_CASE("XDG_STATE_HOME is used if it is ours, and passed over otherwise") {
  const Places at;
  auto xdg = at.xdg().string();
  bool is_used = false;
  SECTION("ours") { is_used = true; }
  SECTION("relative") { xdg = "state"; }
  SECTION("missing") { xdg += "/missing"; }
  SECTION("others may write to it") { fs::permissions(at.xdg(), fs::perms::others_write, fs::perm_options::add); }
  SECTION("a symbolic link") {
    fs::create_symlink(at.xdg(), at.root / "link");
    xdg = (at.root / "link").string();
  }

  REQUIRE(open_state_directory({xdg, at.home().string()}, Missing::is_created));

  CHECK(fs::exists(at.xdg() / "secondseat") == is_used);
  CHECK(fs::exists(at.in_home()) != is_used);
}

TEST_CASE("XDG_STATE_HOME needs no home in the password database") {
  const Places at;
  const Result<std::string> no_home = fail(Layer::operating_system, ErrorCode::not_found, "no home");

  CHECK(open_state_directory({at.xdg().string(), no_home}, Missing::is_created));
  CHECK_FALSE(open_state_directory({"", no_home}, Missing::is_created));
}

TEST_CASE("a state directory that others could exchange or read is refused, with what to do") {
  const Places at;
  REQUIRE(open_state_directory({"", at.home().string()}, Missing::is_created));
  SECTION("others can read it") { fs::permissions(at.in_home(), fs::perms::group_read, fs::perm_options::add); }
  SECTION("others can write to a directory above it") {
    fs::permissions(at.home() / ".local/state", fs::perms::others_write, fs::perm_options::add);
  }
  SECTION("a symbolic link") {
    fs::rename(at.in_home(), at.root / "moved");
    fs::create_directory_symlink(at.root / "moved", at.in_home());
  }
  SECTION("a file") {
    fs::remove(at.in_home());
    const base::Fd file(::open(at.in_home().c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  }

  const auto refused = open_state_directory({"", at.home().string()}, Missing::is_created);

  REQUIRE_FALSE(refused);
  CHECK(refused.error().layer == Layer::operating_system);
  CHECK(refused.error().hint.find("XDG_STATE_HOME") != std::string::npos);
}
