// Whatever a client says, in either era: the server does not crash, hears every line to its answer, and does nothing for it
// unless the client said that the user consents. A whole conversation in memory, in virtual time.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include "async/ax_queue.hpp"
#include "async/scope.hpp"
#include "async/virtual_time.hpp"
#include "base/bounded_json.hpp"
#include "desktop/scripted/scripted_desktop.hpp"
#include "desktop/scripted/scripted_identities.hpp"
#include "desktop/scripted/world_parts.hpp"
#include "executor/forgetful_journal.hpp"
#include "executor/live_connection.hpp"
#include "mcp/serve.hpp"
#include "rpc/memory_transport.hpp"
#include "rpc/message.hpp"

namespace {

using namespace secondseat;
using Json = nlohmann::json;

constexpr std::size_t longest_line = 4096;  // small, so that lines over it are common

void expect(bool holds) {
  if (!holds) std::abort();
}

/// What the client has said, so far as it binds the server.
struct Said {
  std::map<std::string, int> asked;  // by id, "null" for what deserves an error without one
  bool cancelled = false;
  bool consented = false;

  void note(const std::string& line) {
    const auto message = rpc::parse_message(line);
    if (!message) {
      ++asked[rpc::canonical_id(message.error().id)];
      return;
    }
    if (message->kind == rpc::Kind::request) ++asked[rpc::canonical_id(message->id)];
    cancelled |= message->method == "notifications/cancelled";
    const auto plain = Json::parse(line).dump();  // without escapes that could hide a word
    consented |= plain.find("\"accept\"") != plain.npos &&
                 (plain.find("\"once\"") != plain.npos || plain.find("\"task\"") != plain.npos);
  }
};

/// The text between two others, where it comes last.
std::string last_between(std::string_view text, std::string_view before, std::string_view after) {
  const auto found = text.rfind(before);
  if (found == text.npos) return "?";
  const auto at = found + before.size();
  return std::string(text.substr(at, text.find_first_of(after, at) - at));
}

void replace(std::string& text, std::string_view name, std::string_view value) {
  for (std::size_t at = 0; (at = text.find(name, at)) != text.npos; at += value.size())
    text.replace(at, name.size(), value);
}

class Client {
 public:
  Client(rpc::MemoryTransport& transport, Clock& clock) : transport_(transport), clock_(clock) {}

  /// In the conversation "@3" stands for a pause of 10^3 ms, and $STATE and $TOKEN for what the server said last.
  Task<void> run(std::string conversation) {
    rpc::Framer framer(longest_line);
    framer.feed(conversation);
    while (const auto frame = framer.next()) {
      if (!*frame) {
        ++said_.asked["null"];
        transport_.say_too_large();
      } else if ((*frame)->starts_with('@')) {
        co_await pause(**frame);
      } else {
        say(**frame);
      }
    }
    transport_.hang_up();
  }

  void check_what_was_heard() {
    listen();
    for (const auto& [id, replies] : answered_) expect(said_.asked.contains(id) && replies <= said_.asked[id]);
    if (!said_.cancelled) expect(answered_ == said_.asked);
  }
  bool consented() const { return said_.consented; }

 private:
  void say(std::string line) {
    listen();
    replace(line, "$STATE", state_);
    replace(line, "$TOKEN", token_);
    said_.note(line);
    transport_.say(std::move(line));
  }
  Task<void> pause(std::string mark) {
    int exponent = 0;
    std::from_chars(mark.data() + 1, mark.data() + mark.size(), exponent);
    auto length = std::chrono::milliseconds{1};
    for (exponent = std::clamp(exponent, 0, 6); exponent > 0; --exponent) length *= 10;
    co_await clock_.sleep_until(clock_.now() + length);
  }
  void listen() {
    for (const auto& line : transport_.take_heard()) {
      const auto message = Json::parse(line, nullptr, false);
      expect(message.is_object() && line.find('\n') == line.npos);
      if (const auto state = last_between(line, "state s:", " "); state != "?") state_ = "s:" + state;
      if (const auto token = last_between(line, "\"requestState\":\"", "\""); token != "?") token_ = token;
      if (message.contains("method")) continue;
      expect(message.contains("result") != message.contains("error"));
      ++answered_[rpc::canonical_id(base::raw_member(line, "id").value())];
    }
  }

  rpc::MemoryTransport& transport_;
  Clock& clock_;
  Said said_;
  std::map<std::string, int> answered_;
  std::string state_ = "s:0000000000000000:1";
  std::string token_ = "?";
};

void converse(const std::string& conversation) {
  async::TestLoop loop;
  scripted::ScriptedDesktop desktop(scripted::notes_world(), loop.clock());
  scripted::ScriptedIdentities identities(desktop.world());
  async::AxQueue queue(loop.executor(), async::AxQueue::OnLoop{});
  executor::ForgetfulJournal journal;
  executor::LiveConnection connection(loop.executor(), {queue, desktop, identities, loop.clock(), journal}, {});
  rpc::MemoryTransport transport(loop.executor());
  Client client(transport, loop.clock());

  auto talk = [&](StopToken) { return client.run(conversation); };
  auto both = [&](async::Scope& scope) -> Task<void> {
    scope.spawn(talk);
    co_await mcp::serve(transport, connection, loop.clock());
  };
  auto body = [&]() -> Task<void> {
    co_await async::with_scope(both);
    co_await connection.close();
  };
  loop.run(body);

  client.check_what_was_heard();
  expect(client.consented() || (desktop.log().empty() && desktop.reads() == 0));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  converse(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
