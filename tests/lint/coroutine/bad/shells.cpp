// as: src/executor/sample.cpp
void start(const char* line) {
  system(line);              // expect: shell
  if (std::system(line)) {   // expect: shell
    return;
  }
  FILE* pipe = ::popen(line, "r");  // expect: shell
}
