// Server: the real program as a child process on pipes, written to and read at the same time, so that neither side can block the
// other. Blocking, but never for longer than a bound; throws std::runtime_error when it waits in vain. Any one thread.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/process.hpp"

namespace secondseat::test {

/// What a program that has ended leaves behind.
struct Ended {
  base::ExitStatus status;
  std::string out;
  std::string err;
};

class Server {
 public:
  using Budget = std::chrono::milliseconds;
  static constexpr Budget patience{10'000};
  static constexpr Budget after_the_end{2'000};  ///< how long a server may live on after end of input

  /// A stream that is Pipe is ours to write or to read.
  explicit Server(const std::vector<std::string>& command, base::ProcessOptions options = piped());
  static base::ProcessOptions piped();

  /// Queues bytes; they are written while something is waited for.
  void say(std::string_view bytes) { unsaid_.append(bytes); }
  /// The next line, without its end, waited for.
  std::string hear();
  /// End of input, as soon as everything is written.
  void hang_up() { hangs_up_ = true; }
  /// Stops listening.
  void close_out() { out_.reset(); }
  /// Waits for the end, without causing it.
  Ended end(Budget budget = after_the_end);
  /// Hangs up and waits for the end.
  Ended finish(Budget budget = after_the_end);

  base::Process& process() { return process_; }

 private:
  void pump(const std::function<bool()>& until, Budget budget);
  void write_some();
  static void read_some(base::Fd& fd, std::string& into);

  base::Process process_;
  base::Fd in_, out_, err_;
  std::string unsaid_, heard_, errors_;
  bool hangs_up_ = false;
};

/// The program with these arguments.
std::vector<std::string> secondseat_with(const std::vector<std::string>& arguments);
/// `secondseat mcp` on the world of docs/examples.
std::vector<std::string> mcp_on_example();
std::string initialize_line(bool shows_forms);
/// Lines that are not JSON-RPC 2.0 replies or requests, shortened; nothing but those may stand on standard output.
std::vector<std::string> foreign_lines(std::string_view out);

}  // namespace secondseat::test
