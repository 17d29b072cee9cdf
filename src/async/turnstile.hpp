// Turnstile: a line in which one at a time has its turn, first come first served. Loop only; must outlive its turns.
//
// Leaving is destruction, wherever in the line one stands: finished, stopped and timed out are all the same to it. Never wait
// for a human while holding a turn.
#pragma once

#include <list>
#include <utility>

#include <asio/any_io_executor.hpp>

#include "async/event.hpp"

namespace secondseat::async {

class Turnstile {
  using Line = std::list<Event>;

 public:
  class Turn {
   public:
    Turn(Line& line, asio::any_io_executor loop);
    Turn(Turn&& other) noexcept : line_(std::exchange(other.line_, nullptr)), place_(other.place_) {}
    Turn& operator=(Turn&&) = delete;
    ~Turn();
    Task<void> called() { return place_->wait(); }

   private:
    static void admit(Line& line) {
      if (!line.empty()) line.front().set();
    }
    Line* line_;
    Line::iterator place_;
  };

  /// Waits for the turn and holds it until the Turn is destroyed.
  Task<Turn> enter();
  /// How many hold or await a turn.
  std::size_t length() const { return line_.size(); }

 private:
  Line line_;
};

}  // namespace secondseat::async
