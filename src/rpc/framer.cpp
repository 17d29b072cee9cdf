#include "rpc/framer.hpp"

namespace secondseat::rpc {
namespace {

constexpr std::size_t kept_capacity = std::size_t{256} << 10U;

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == line.npos; }

}  // namespace

void Framer::feed(std::string_view bytes) {
  if (skipping_) {
    const auto end = bytes.find('\n');
    if (end == bytes.npos) return;
    skipping_ = false;
    bytes.remove_prefix(end + 1);
  }
  release_consumed();
  buffer_.append(bytes);
}

std::optional<Frame> Framer::next() {
  for (;;) {
    const auto end = buffer_.find('\n', scanned_);
    if (end == buffer_.npos) return rest();
    std::string_view line(buffer_.data() + consumed_, end - consumed_);
    consumed_ = scanned_ = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() > limit_) return tl::unexpected(TooLarge{});
    if (!is_blank(line)) return Frame(std::string(line));
  }
}

std::optional<Frame> Framer::rest() {
  scanned_ = buffer_.size();
  if (buffered() <= limit_ + 1) return std::nullopt;  // the one byte more may be the CR of the line's end
  consumed_ = scanned_;
  release_consumed();
  skipping_ = true;
  return tl::unexpected(TooLarge{});
}

void Framer::release_consumed() {
  if (consumed_ == buffer_.size()) {
    buffer_.clear();
    if (buffer_.capacity() > kept_capacity) buffer_.shrink_to_fit();
  } else if (consumed_ > buffer_.size() / 2) {  // so that every byte is moved at most once for each byte handed out
    buffer_.erase(0, consumed_);
  } else {
    return;
  }
  scanned_ -= consumed_;
  consumed_ = 0;
}

}  // namespace secondseat::rpc
