#include "desktop/fixture.hpp"

#include <csignal>
#include <fstream>
#include <stdexcept>

#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace secondseat::stage {

namespace {

std::string new_file_name(const Stage& stage) {
  static int number = 0;
  return stage.directory() + "/fixture-" + std::to_string(++number);
}

base::Process start(const Stage& stage, Toolkit toolkit, const std::string& counters, const std::string& control,
                    const std::vector<std::string>& options) {
  std::vector<std::string> argv{toolkit == Toolkit::gtk3 ? SS_GTK3_FIXTURE : SS_GTK4_FIXTURE, "--counters", counters,
                                "--control", control};
  argv.insert(argv.end(), options.begin(), options.end());
  return stage.start(argv, "fixture.log");
}

nlohmann::json parse(const std::string& path) {
  std::ifstream file(path);
  return nlohmann::json::parse(file, nullptr, false);
}

}  // namespace

Fixture::Fixture(const Stage& stage, Toolkit toolkit, const std::vector<std::string>& options, Begin begin)
    : counters_(new_file_name(stage) + ".json"),
      control_(counters_ + ".socket"),
      watch_(stage.directory()),
      process_(start(stage, toolkit, counters_, control_, options)) {
  if (begin == Begin::painted) wait_until_painted();
}

void Fixture::wait_until_painted() {
  const auto mapped = [](const nlohmann::json& table) { return table["window"]["mapped"] == true; };
  wait_until(mapped, std::chrono::seconds{30});
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (control_.size() >= sizeof address.sun_path)
    throw std::runtime_error("the path of the control socket is too long");
  control_.copy(address.sun_path, sizeof address.sun_path - 1);
  socket_.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (::connect(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("the fixture does not listen");
}

nlohmann::json Fixture::table() const {
  auto table = parse(counters_);
  if (!table.is_object()) throw std::runtime_error("the fixture has written nothing");
  return table;
}

int Fixture::counter(const std::string& name) const { return table().at("counters").at(name).get<int>(); }
nlohmann::json Fixture::value(const std::string& widget) const { return table().at("values").at(widget); }

bool Fixture::untouched() const {
  const auto now = table();
  for (const auto& [name, count] : now.at("counters").items())
    if (count != 0) return false;
  return true;
}

void Fixture::wait_until(const std::function<bool(const nlohmann::json&)>& holds, std::chrono::milliseconds budget) {
  const auto now = [this, &holds] {
    const auto seen = parse(counters_);
    return seen.is_object() && holds(seen);
  };
  watch_.wait_until(now, Limit(budget), "the fixture");
}

void Fixture::wait_for_counter(const std::string& name, int at_least, std::chrono::milliseconds budget) {
  wait_until([&name, at_least](const nlohmann::json& seen) { return seen["counters"].value(name, 0) >= at_least; },
             budget);
}

void Fixture::send(const std::string& command) {
  const auto line = command + '\n';
  if (::send(socket_.get(), line.data(), line.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(line.size()))
    throw std::runtime_error("the fixture is gone");
  const auto answer = read_line(socket_.get(), Limit(std::chrono::seconds{15}), "the answer to '" + command + "'");
  if (answer != "ok") throw std::runtime_error("'" + command + "': " + answer);
}

Frozen::Frozen(Fixture& fixture) : fixture_(fixture) {
  siginfo_t seen{};
  const auto stopped = fixture_.process().signal(SIGSTOP);
  if (!stopped || ::waitid(P_PID, static_cast<id_t>(fixture_.pid()), &seen, WSTOPPED | WEXITED | WNOWAIT) != 0)
    throw std::runtime_error("the fixture cannot be stopped");
}

Frozen::~Frozen() { (void)fixture_.process().signal(SIGCONT); }  // an ended process has nothing to continue

}  // namespace secondseat::stage
