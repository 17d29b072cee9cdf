// as: src/async/clock.cpp
Clock::TimePoint SteadyClock::now() const { return std::chrono::steady_clock::now(); }
