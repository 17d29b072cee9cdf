#include "executor/journal_record.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace secondseat::executor {
namespace {

constexpr std::string_view magic = "2ndseatJ";
constexpr char version = 1;
constexpr std::size_t at_version = 8;
constexpr std::size_t at_status = 9;
constexpr std::size_t at_kind = 10;
constexpr std::size_t at_zeros = 11;
constexpr std::size_t at_sequence = 16;
constexpr std::size_t at_seconds = 24;
constexpr std::size_t at_application = 32;
constexpr std::size_t at_checksum = 48;
constexpr std::size_t checksum_size = JournalRecord::size - at_checksum;
constexpr std::uint64_t end_of_9999 = 253'402'300'800;  // later than that no date can be written

void put(JournalRecord::Bytes& bytes, std::size_t at, std::uint64_t number) {
  for (std::size_t byte = 0; byte < 8; ++byte) bytes[at + byte] = static_cast<char>((number >> (8 * byte)) & 0xffU);
}

std::uint64_t number_at(std::string_view bytes, std::size_t at) {
  std::uint64_t number = 0;
  for (std::size_t byte = 8; byte-- > 0;) number = (number << 8U) | static_cast<unsigned char>(bytes[at + byte]);
  return number;
}

std::string checksum(std::string_view bytes) {
  return base::sha256(bytes.substr(0, at_checksum)).substr(0, checksum_size);
}

}  // namespace

JournalRecord::Bytes JournalRecord::encode() const {
  Bytes bytes{};
  std::copy(magic.begin(), magic.end(), bytes.begin());
  bytes[at_version] = version;
  bytes[at_status] = static_cast<char>(status);
  bytes[at_kind] = static_cast<char>(kind);
  put(bytes, at_sequence, sequence);
  put(bytes, at_seconds, static_cast<std::uint64_t>(at.time_since_epoch().count()));
  std::copy(application.begin(), application.end(), bytes.begin() + at_application);
  const auto sum = checksum({bytes.data(), bytes.size()});
  std::copy(sum.begin(), sum.end(), bytes.begin() + at_checksum);
  return bytes;
}

std::optional<JournalRecord> JournalRecord::decode(std::string_view bytes) {
  if (bytes.size() != size || !bytes.starts_with(magic) || bytes[at_version] != version) return std::nullopt;
  if (bytes.substr(at_checksum) != checksum(bytes)) return std::nullopt;
  const auto zeros = bytes.substr(at_zeros, at_sequence - at_zeros);
  if (zeros.find_first_not_of('\0') != zeros.npos) return std::nullopt;

  JournalRecord record;
  record.status = static_cast<RecordStatus>(bytes[at_status]);
  if (record.status != RecordStatus::begun && record.status != RecordStatus::finished) return std::nullopt;
  record.kind = static_cast<ActionKind>(bytes[at_kind]);
  if (record.kind < ActionKind::click || record.kind > ActionKind::launch) return std::nullopt;
  record.sequence = number_at(bytes, at_sequence);
  const auto seconds = number_at(bytes, at_seconds);
  if (seconds >= end_of_9999) return std::nullopt;
  record.at = std::chrono::sys_seconds(std::chrono::seconds(seconds));
  std::copy_n(bytes.begin() + at_application, record.application.size(), record.application.begin());
  return record;
}

}  // namespace secondseat::executor
