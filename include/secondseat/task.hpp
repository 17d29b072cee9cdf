// Task<T>: a coroutine of the loop. Lazy: it runs when awaited, exactly once.
//
// It leaves in one of three ways: with a value, with an Error inside a Result (failure is a value), or unwound by STOP.
// Name what you await before you await it: docs/style.md lists what g++ 12 miscompiles otherwise.
#pragma once

#include <asio/awaitable.hpp>

#include "secondseat/error.hpp"

namespace secondseat {

template <class T>
using Task = asio::awaitable<T>;

}  // namespace secondseat
