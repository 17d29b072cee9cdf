// as: src/executor/sample.cpp
auto first() { return std::chrono::steady_clock::now(); }            // expect: clock
auto second() { return std::chrono::high_resolution_clock::now(); }  // expect: clock
