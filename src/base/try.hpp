// SS_TRY and CO_TRY: unwrap a Result or return its Error from the enclosing function or coroutine. One a line, as statements:
// g++ 12 miscompiles the statement-expression form in coroutines (docs/style.md).
//
//   SS_TRY(const auto line, framer.next());
//   CO_TRY(auto tree, co_await reader.read(window));
#pragma once

#define SS_JOIN_(a, b) a##b
#define SS_JOIN(a, b) SS_JOIN_(a, b)
#define SS_TRY_(leave, tmp, var, expr)                    \
  auto tmp = (expr);                                      \
  if (!tmp) leave tl::unexpected(std::move(tmp).error()); \
  var = *std::move(tmp)
#define SS_TRY(var, expr) SS_TRY_(return, SS_JOIN(ss_try_, __COUNTER__), var, expr)
#define CO_TRY(var, expr) SS_TRY_(co_return, SS_JOIN(ss_try_, __COUNTER__), var, expr)

/// The same for Result<void>.
#define SS_TRY_VOID_(leave, tmp, expr) \
  auto tmp = (expr);                   \
  if (!tmp) leave tl::unexpected(std::move(tmp).error())
#define SS_TRY_VOID(expr) SS_TRY_VOID_(return, SS_JOIN(ss_try_, __COUNTER__), expr)
#define CO_TRY_VOID(expr) SS_TRY_VOID_(co_return, SS_JOIN(ss_try_, __COUNTER__), expr)
