// Whatever the order in which a client speaks, cancels and hangs up and requests end: never two replies to one request, never a
// reply after its cancel was processed, exactly one without a cancel, and nothing left in flight.
#include <random>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "peer_harness.hpp"

using namespace secondseat;
using namespace secondseat::test;

namespace {

/// What one random session did wrong; empty if nothing.
class RandomSession {
 public:
  explicit RandomSession(unsigned seed) : random_(seed) {}

  std::string run() {
    for (int turn = 0; turn < 60; ++turn) act();
    for (int id = 1; id <= last_id_; ++id) session_.handler.release(std::to_string(id));
    if (pick(2) == 0) session_.settle();
    session_.transport.hang_up();
    session_.settle();
    collect();
    return verdict();
  }

 private:
  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  std::string some_id() { return std::to_string(1 + pick(last_id_ + 1)); }

  void act() {
    static const std::vector<std::string> methods{"wait", "wait", "stubborn", "echo", "throw", "throw_later"};
    switch (pick(5)) {
      case 0: {
        const auto id = std::to_string(++last_id_);
        session_.transport.say(request(id, methods[static_cast<std::size_t>(pick(static_cast<int>(methods.size())))]));
        return;
      }
      case 1: return say_cancel(some_id());
      case 2: return session_.handler.release(some_id());
      default:
        for (int steps = pick(4); steps > 0; --steps) session_.loop.step();
    }
  }

  void say_cancel(const std::string& id) {
    session_.transport.say(cancel(id));
    if (std::stoi(id) > last_id_) return;  // not known yet, so nothing is cancelled
    cancelled_.insert(id);
    if (pick(2) != 0) return;
    session_.settle();  // the cancel has been processed: from here on nothing may come
    collect();
    silenced_.insert(id);
  }

  void collect() {
    for (const auto& line : session_.heard()) {
      const auto id = nlohmann::json::parse(line)["id"].dump();
      if (silenced_.contains(id)) fault_ = "a reply after the cancel of " + id;
      if (!answered_.insert(id).second) fault_ = "two replies to " + id;
    }
  }

  std::string verdict() {
    if (!session_.ended) return "the session did not end";
    if (session_.peer.in_flight() != 0) return "requests are left in flight";
    for (int id = 1; id <= last_id_; ++id) {
      const auto name = std::to_string(id);
      if (!answered_.contains(name) && !cancelled_.contains(name)) return "no reply to " + name;
    }
    return fault_;
  }

  std::mt19937 random_;
  PeerHarness session_;
  int last_id_ = 0;
  std::set<std::string> cancelled_, silenced_, answered_;
  std::string fault_;
};

}  // namespace

TEST_CASE("no order of events gives a request two replies, or a reply after its cancel") {
  constexpr unsigned sessions = 500;
  std::string faults;

  for (unsigned seed = 0; seed < sessions; ++seed) {
    const auto fault = RandomSession(seed).run();
    if (!fault.empty()) faults += "seed " + std::to_string(seed) + ": " + fault + "\n";
  }

  CHECK(faults == "");
}
