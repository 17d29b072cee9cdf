// as: src/executor/sample.cpp
void start() {
  try {
    parse();
  } catch (const json::exception&) {  // expect: swallowed-exception
  } catch (...) {                     // expect: swallowed-exception
    // A comment handles nothing.
  }
}
