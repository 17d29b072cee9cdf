// The Questions seam: what only the human may answer (rule 10). Loop only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "secondseat/error.hpp"
#include "secondseat/task.hpp"

namespace secondseat {

/// A grant's reach, or a refusal.
enum class Decision { once, task, always, deny };
std::string_view to_string(Decision decision);

struct Question {
  std::string program;  ///< canonical path: shown first, it is what the answer is about
  std::string label;    ///< what the program calls itself; a channel quotes and cleans it
  std::string agent;    ///< who wants in, as the client named itself; untrusted as well
  std::string caution;  ///< why it can't be allowed for good, if so
  std::vector<Decision> choices;

  /// The message a person reads: path first, label quoted, nothing that could pass for another line.
  std::string text() const;
};

class Questions {
 public:
  virtual ~Questions() = default;
  /// Suspends until the human answered. `unanswered`: withdrawn, cancelled, or an answer that is not one of the choices;
  /// `unaskable`: this channel does not reach a human. Unwound by STOP, it withdraws the question.
  virtual Task<Result<Decision>> ask(Question question) = 0;
};

}  // namespace secondseat
