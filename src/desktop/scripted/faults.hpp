// Faults: what goes wrong on a ScriptedDesktop, and when. Set by tests, on the desktop's thread.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "async/event.hpp"
#include "secondseat/clock.hpp"
#include "secondseat/error.hpp"

namespace secondseat::scripted {

enum class Call { list, read, perform };

/// How far a call gets before it hangs.
enum class Hold {
  nowhere,         ///< it is not held
  before_sending,  ///< nothing has happened; for a listing or a read the only one
  before_answer,   ///< an action has landed, and the answer does not come
  before_landing,  ///< an action was sent, and lands when released, also if nobody waits for it any more
};

/// Whether a call that hangs still answers at its deadline, as a backend should, or not even then.
enum class Keeps { deadline, nothing };

class Faults {
 public:
  /// Every call takes this long before it does anything.
  void delay(Clock::Duration each) { delay_ = each; }
  /// The next calls of this kind fail so, one each, before anything is sent.
  void fail_next(Call call, const std::vector<ErrorCode>& codes);
  /// Calls of this kind hang from now on until released; those about one application, or all.
  void hold(Call call, Hold hold, std::string application = {}, Keeps keeps = Keeps::deadline);
  /// Actions are answered, but the application never comes to rest.
  void never_settle(bool so = true) { never_settles_ = so; }

  Clock::Duration delay() const { return delay_; }
  bool never_settles() const { return never_settles_; }
  std::optional<Error> next_failure(Call call);
  struct Held {
    Call call = Call::read;
    Hold hold = Hold::nowhere;
    std::string application;
    Keeps keeps = Keeps::deadline;
  };
  Held held(Call call, std::string_view application) const;
  /// What a held call waits for.
  std::shared_ptr<async::Event> gate(const asio::any_io_executor& loop);
  /// Lets go of everything that is held.
  void release();

 private:
  struct Failure {
    Call call;
    ErrorCode code;
  };
  Clock::Duration delay_{0};
  bool never_settles_ = false;
  std::deque<Failure> failures_;
  std::vector<Held> holds_;
  std::shared_ptr<async::Event> gate_;  // owners: this, and the calls that wait at it
};

}  // namespace secondseat::scripted
