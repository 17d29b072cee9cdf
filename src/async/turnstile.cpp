#include "async/turnstile.hpp"

#include <asio/this_coro.hpp>

namespace secondseat::async {

Turnstile::Turn::Turn(Line& line, asio::any_io_executor loop)
    : line_(&line), place_(line.emplace(line.end(), std::move(loop))) {
  admit(line);
}

Turnstile::Turn::~Turn() {
  if (line_ == nullptr) return;
  line_->erase(place_);
  admit(*line_);
}

Task<Turnstile::Turn> Turnstile::enter() {
  Turn turn(line_, co_await asio::this_coro::executor);
  co_await turn.called();
  co_return std::move(turn);
}

}  // namespace secondseat::async
