#include "identity/proc_stat.hpp"

#include <charconv>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/fd.hpp"

namespace secondseat::identity {
namespace {

tl::unexpected<Error> gone(pid_t pid) {
  return fail(Layer::identity, ErrorCode::stale, fmt::format("process {} is gone", pid));
}

/// The n-th space-separated field, from 0.
std::string_view field(std::string_view line, int n) {
  for (; n > 0; --n) {
    const auto space = line.find(' ');
    if (space == std::string_view::npos) return {};
    line.remove_prefix(space + 1);
  }
  return line.substr(0, line.find(' '));
}

template <class Number>
bool parse(std::string_view text, Number& number) {
  const auto end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  return parsed.ec == std::errc{} && parsed.ptr == end;
}

}  // namespace

Result<ProcStat> parse_proc_stat(std::string_view line) {
  const auto name_end = line.rfind(") ");
  ProcStat stat;
  if (name_end == std::string_view::npos)
    return fail(Layer::identity, ErrorCode::malformed, "unreadable /proc stat line");
  const auto rest = line.substr(name_end + 2);  // "S ppid …": field 3 of proc(5) is first here
  if (!parse(field(rest, 1), stat.parent) || !parse(field(rest, 19), stat.start_time))
    return fail(Layer::identity, ErrorCode::malformed, "unreadable /proc stat line");
  return stat;
}

Result<ProcStat> read_proc_stat(pid_t pid) {
  const base::Fd file(::open(fmt::format("/proc/{}/stat", pid).c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return gone(pid);
  std::string line(1024, '\0');
  const auto size = ::read(file.get(), line.data(), line.size());
  if (size <= 0) return gone(pid);
  line.resize(static_cast<std::size_t>(size));
  return parse_proc_stat(line);
}

bool descends_from(pid_t pid, pid_t ancestor) {
  constexpr int more_than_any_real_depth = 1024;
  for (int depth = 0; pid > 0 && depth < more_than_any_real_depth; ++depth) {
    if (pid == ancestor) return true;
    const auto stat = read_proc_stat(pid);
    if (!stat) return false;
    pid = stat->parent;
  }
  return false;
}

}  // namespace secondseat::identity
