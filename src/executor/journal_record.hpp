// JournalRecord: one action as 64 bytes of a journal file, and back. Sans-IO; any thread.
//
// Numbers are little-endian, and a checksum covers all of it, so that a record that was torn by a power cut, or is none of ours,
// is noticed. 64 divides the sector and the page: a record never lies on two.
//
//   0 magic · 8 version · 9 status · 10 kind · 11 zeros · 16 sequence · 24 seconds since 1970 · 32 application · 48 checksum
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "executor/journal.hpp"

namespace secondseat::executor {

enum class RecordStatus : std::uint8_t { begun = 1, finished = 2 };

struct JournalRecord {
  static constexpr std::size_t size = 64;
  static constexpr std::size_t slots = 1024 * 1024 / size;  ///< a file of 1 MiB, written round and round
  using Bytes = std::array<char, size>;

  std::uint64_t sequence = 0;
  RecordStatus status = RecordStatus::begun;
  ActionKind kind = ActionKind::click;
  std::chrono::sys_seconds at;
  ApplicationDigest application{};

  std::size_t slot() const { return sequence % slots; }
  Bytes encode() const;
  /// Nothing if the checksum does not fit, or a field has a value that we never write.
  static std::optional<JournalRecord> decode(std::string_view bytes);
};

}  // namespace secondseat::executor
