// as: src/executor/sample.cpp
Task<void> start(std::string big) {
  co_await ax.run([big] { return big.size(); });  // expect: capture-in-await
}
