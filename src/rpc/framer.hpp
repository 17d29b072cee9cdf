// Framer: bytes in, lines out. A line ends with LF; one CR before it is dropped; blank lines are ignored; what no LF ends is no
// line. A line over the limit becomes one TooLarge and is skipped without being kept. Sans-IO, amortised O(bytes), any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace secondseat::rpc {

struct TooLarge {};
/// What a transport delivers: the text of a line without its end, or the mark that there was one over the limit.
using Frame = tl::expected<std::string, TooLarge>;

class Framer {
 public:
  static constexpr std::size_t default_limit = std::size_t{4} << 20U;

  explicit Framer(std::size_t limit = default_limit) : limit_(limit) {}

  void feed(std::string_view bytes);
  /// The next complete line; nothing until more is fed.
  std::optional<Frame> next();
  /// Memory held for a line that is not complete, at most a little over the limit.
  std::size_t buffered() const { return buffer_.size() - consumed_; }

 private:
  std::optional<Frame> rest();
  void release_consumed();

  std::size_t limit_;
  std::string buffer_;
  std::size_t consumed_ = 0;  // before it: handed out
  std::size_t scanned_ = 0;   // before it: no LF
  bool skipping_ = false;
};

}  // namespace secondseat::rpc
