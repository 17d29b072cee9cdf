// as: src/executor/sample.cpp
void start() {
  if (true) {
    call(1;
  }  // expect: unreadable
}
