// How everything in secondseat says that it could not do what was asked.
//
// Two kinds of answers are never mixed: an Error means that a request could not be served; the outcome of an action
// (outcome.hpp) is a value. STOP is neither: it unwinds, and async::settle() turns it into an Error at the request's edge.
// Any thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

namespace secondseat {

/// Who refused, so that a person knows where to look (rule 12).
enum class Layer { client, consent, identity, operating_system, backend, application, stop, internal };

/// What callers may switch on. The message is for people only and is never parsed.
enum class ErrorCode {
  invalid_argument,  ///< what was passed cannot be meant; the hint says what to pass
  not_found,         ///< no such application, window or element
  ambiguous,         ///< several fit; the message lists them
  denied,            ///< the user, or a rule that no user can lift, said no
  unanswered,        ///< a question was withdrawn, cancelled or not answered in time
  unaskable,         ///< no channel reaches the human from here
  stale,             ///< the state, handle or process named is not the present one
  transient,         ///< a read that may succeed a moment later
  timed_out,         ///< the deadline passed; for an action this never means that it did not happen
  stopped,           ///< STOP, a cancelled request or a closed connection
  busy,              ///< a bound was reached; nothing was queued
  native_busy,       ///< the AX thread is held up by an earlier job; this one never started
  backend_lost,      ///< the bus, the X server or another part of the desktop is gone
  unsupported,       ///< this desktop, toolkit or element cannot do it
  too_large,         ///< over a bound that the message names
  malformed,         ///< bytes that are not what they should be
  closed,            ///< the connection is closed
  internal,          ///< a broken invariant of ours
};

std::string_view to_string(Layer layer);
std::string_view to_string(ErrorCode code);

struct Error {
  Layer layer = Layer::internal;
  ErrorCode code = ErrorCode::internal;
  std::string message;  ///< what went wrong, one sentence without a full stop
  std::string hint;     ///< what a person or an agent can do now; may be empty

  /// "consent: the user declined gedit. Allow it with …": the form in which people and agents read it.
  std::string describe() const;
};

template <class T>
using Result = tl::expected<T, Error>;

/// `return fail(Layer::client, ErrorCode::not_found, "no such window");`
inline tl::unexpected<Error> fail(Layer layer, ErrorCode code, std::string message, std::string hint = {}) {
  return tl::unexpected(Error{layer, code, std::move(message), std::move(hint)});
}

}  // namespace secondseat
