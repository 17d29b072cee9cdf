#include "base/state_directory.hpp"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/try.hpp"

namespace secondseat::base {
namespace {

constexpr int as_directory = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
constexpr const char* our_name = "secondseat";
constexpr const char* where_else = "Set XDG_STATE_HOME to a directory that only you can write to.";

tl::unexpected<Error> unusable(std::string_view name, std::string_view why) {
  return fail(Layer::operating_system, ErrorCode::denied,
              fmt::format("the directory {} for secondseat's state is not used: {}", name, why), where_else);
}

/// Group members may write to a parent where users have groups of their own; what is below is checked as well.
Result<void> check_ours(const Fd& directory, std::string_view name, mode_t forbidden) {
  struct stat found {};
  if (::fstat(directory.get(), &found) != 0) return os_failure(name, errno);
  if (found.st_uid != ::geteuid()) return unusable(name, "it belongs to another user");
  if ((found.st_mode & forbidden) != 0) return unusable(name, "others have access to it");
  return {};
}

Result<Fd> step_into(const Fd& parent, const char* name, Missing missing) {
  if (missing == Missing::is_created) {
    if (::mkdirat(parent.get(), name, 0700) == 0) {
      if (::fsync(parent.get()) != 0) return os_failure(fmt::format("write the directory that holds {}", name), errno);
    } else if (errno != EEXIST) {
      return os_failure(fmt::format("create the directory {}", name), errno);
    }
  }
  Fd directory(::openat(parent.get(), name, as_directory | O_NOFOLLOW));
  if (directory) return directory;
  if (errno == ENOENT) return fail(Layer::operating_system, ErrorCode::not_found, "there is no state directory");
  if (errno == ELOOP || errno == ENOTDIR) return unusable(name, "it is a symbolic link or no directory");
  return os_failure(fmt::format("open the directory {}", name), errno);
}

/// Nothing but a usable directory is taken; what is wrong with another one is the user's business.
Fd open_xdg_state_home(const std::string& path) {
  if (!path.starts_with('/')) return {};
  Fd directory(::open(path.c_str(), as_directory | O_NOFOLLOW));
  if (!directory || !check_ours(directory, path, S_IWOTH)) return {};
  return directory;
}

Result<Fd> open_parent(const StatePlaces& places, Missing missing) {
  if (auto named = open_xdg_state_home(places.xdg_state_home)) return named;
  SS_TRY(const auto home, places.home);
  Fd directory(::open(home.c_str(), as_directory));
  if (!directory) return os_failure("open the home directory", errno);
  SS_TRY_VOID(check_ours(directory, "home", S_IWOTH));
  for (const char* name : {".local", "state"}) {
    SS_TRY(directory, step_into(directory, name, missing));
    SS_TRY_VOID(check_ours(directory, name, S_IWOTH));
  }
  return directory;
}

}  // namespace

Result<std::string> home_of_this_user() {
  std::vector<char> buffer(16 * 1024);
  passwd entry{};
  passwd* found = nullptr;
  const int failure = ::getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found);
  if (failure != 0) return os_failure("ask the password database for the home directory", failure);
  if (found == nullptr || found->pw_dir == nullptr || found->pw_dir[0] != '/')
    return fail(Layer::operating_system, ErrorCode::not_found, "the password database names no home directory",
                where_else);
  return std::string(found->pw_dir);
}

Result<Fd> open_state_directory(const StatePlaces& places, Missing missing) {
  SS_TRY(const auto parent, open_parent(places, missing));
  SS_TRY(auto directory, step_into(parent, our_name, missing));
  SS_TRY_VOID(check_ours(directory, our_name, S_IRWXG | S_IRWXO));
  return directory;
}

}  // namespace secondseat::base
