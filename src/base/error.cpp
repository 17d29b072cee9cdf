#include "secondseat/error.hpp"

#include <fmt/format.h>

namespace secondseat {

std::string_view to_string(Layer layer) {
  switch (layer) {
    case Layer::client: return "client";
    case Layer::consent: return "consent";
    case Layer::identity: return "identity";
    case Layer::operating_system: return "operating system";
    case Layer::backend: return "backend";
    case Layer::application: return "application";
    case Layer::stop: return "STOP";
    case Layer::internal: return "internal";
  }
  return "internal";
}

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument: return "invalid_argument";
    case ErrorCode::not_found: return "not_found";
    case ErrorCode::ambiguous: return "ambiguous";
    case ErrorCode::denied: return "denied";
    case ErrorCode::unanswered: return "unanswered";
    case ErrorCode::unaskable: return "unaskable";
    case ErrorCode::stale: return "stale";
    case ErrorCode::transient: return "transient";
    case ErrorCode::timed_out: return "timed_out";
    case ErrorCode::stopped: return "stopped";
    case ErrorCode::busy: return "busy";
    case ErrorCode::native_busy: return "native_busy";
    case ErrorCode::backend_lost: return "backend_lost";
    case ErrorCode::unsupported: return "unsupported";
    case ErrorCode::too_large: return "too_large";
    case ErrorCode::malformed: return "malformed";
    case ErrorCode::closed: return "closed";
    case ErrorCode::internal: return "internal";
  }
  return "internal";
}

std::string Error::describe() const {
  if (hint.empty()) return fmt::format("{}: {}.", to_string(layer), message);
  return fmt::format("{}: {}. {}", to_string(layer), message, hint);
}

}  // namespace secondseat
