// StateDirectory: where secondseat keeps the little that must outlive it. Any thread; blocking, but for a few system calls only.
//
// Guarantee: the directory given is ours, private (0700), and was reached without following a symbolic link below the place that
// the user or the password database names. A directory that others could exchange is an error, never used.
#pragma once

#include <string>

#include "base/fd.hpp"
#include "secondseat/error.hpp"

namespace secondseat::base {

enum class Missing { is_created, is_an_error };

struct StatePlaces {
  std::string xdg_state_home;  ///< $XDG_STATE_HOME; used if it is an absolute path of an existing directory of ours
  Result<std::string> home;    ///< from the password database, never $HOME: else home/.local/state
};

/// The home directory that the password database knows for us.
Result<std::string> home_of_this_user();

/// The directory `secondseat` there, open. With Missing::is_an_error nothing is written; ErrorCode::not_found if there is none.
Result<Fd> open_state_directory(const StatePlaces& places, Missing missing);

}  // namespace secondseat::base
