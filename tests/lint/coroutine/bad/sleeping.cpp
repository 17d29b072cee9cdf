// as: tests/executor/sample.cpp
void wait() {
  std::this_thread::sleep_for(std::chrono::milliseconds(5));  // expect: sleep
  this_thread::sleep_until(later);                            // expect: sleep
  usleep(5000);                                               // expect: sleep
  ::nanosleep(&span, nullptr);                                // expect: sleep
}
