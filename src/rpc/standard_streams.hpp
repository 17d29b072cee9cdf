// Taking standard input and output for the protocol alone. Before any other thread runs, and before anything else opens a
// descriptor; for the process's main function.
#pragma once

#include "base/fd.hpp"

namespace secondseat::rpc {

/// Moves standard output to a private descriptor and points 1 to standard error, so that what a library prints never reaches
/// the client. Call it before anything else opens a descriptor. An error if standard output is closed.
Result<base::Fd> claim_stdout();
/// A private descriptor for standard input, with 0 pointed to /dev/null. An error if standard input is closed.
Result<base::Fd> claim_stdin();

}  // namespace secondseat::rpc
