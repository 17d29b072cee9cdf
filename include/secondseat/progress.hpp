// The Progress seam: hears that a call waits, for a client that wants to show so. Loop only.
#pragma once

#include <string_view>

namespace secondseat {

class Progress {
 public:
  virtual ~Progress() = default;
  /// The call goes on waiting. `what` is one of our own sentences and holds nothing of an application's. Told at most about once a
  /// second, and never after the call has ended.
  virtual void waiting(std::string_view what) = 0;
};

}  // namespace secondseat
