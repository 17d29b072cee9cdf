#include "identity/process_names.hpp"

#include <charconv>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.hpp"
#include "base/program_name.hpp"

namespace secondseat::identity {
namespace {

constexpr std::size_t longest_command_name = 15;  // the kernel cuts it there

std::optional<pid_t> to_pid(std::string_view digits) {
  pid_t pid = 0;
  const auto* end = digits.data() + digits.size();
  const auto parsed = std::from_chars(digits.data(), end, pid);
  if (parsed.ec != std::errc{} || parsed.ptr != end || pid <= 0) return std::nullopt;
  return pid;
}

/// Empty for one of another user, one that has ended but was not waited for, and for the kernel's own.
std::string program_of(pid_t pid) {
  const auto directory = fmt::format("/proc/{}", pid);
  struct stat owner {};
  if (::stat(directory.c_str(), &owner) != 0 || owner.st_uid != ::getuid()) return {};
  std::error_code unreadable;
  return std::filesystem::read_symlink(directory + "/exe", unreadable).string();
}

std::string command_name_of(pid_t pid) {
  const base::Fd file(::open(fmt::format("/proc/{}/comm", pid).c_str(), O_RDONLY | O_CLOEXEC));
  std::string name(64, '\0');
  const auto size = file ? ::read(file.get(), name.data(), name.size()) : 0;
  if (size <= 0) return {};
  name.resize(static_cast<std::size_t>(size));
  return name.substr(0, name.find('\n'));
}

bool is_command(std::string_view command, std::string_view name) {
  if (command.empty()) return false;
  return base::same_name(command, command.size() < longest_command_name ? name : name.substr(0, longest_command_name));
}

bool is_called(pid_t pid, std::string_view name) {
  const auto program = program_of(pid);
  return !program.empty() && (base::is_called(program, name) || is_command(command_name_of(pid), name));
}

}  // namespace

std::vector<pid_t> processes_called(std::string_view name) {
  constexpr std::string_view by_number = "pid:";
  std::vector<pid_t> found;
  if (name.starts_with(by_number)) {
    const auto pid = to_pid(name.substr(by_number.size()));
    if (pid && !program_of(*pid).empty()) found.push_back(*pid);
    return found;
  }
  std::error_code failed;
  const std::filesystem::directory_iterator end;
  for (std::filesystem::directory_iterator entry("/proc", failed); !failed && entry != end; entry.increment(failed)) {
    const auto pid = to_pid(entry->path().filename().string());
    if (pid && is_called(*pid, name)) found.push_back(*pid);
  }
  return found;
}

}  // namespace secondseat::identity
