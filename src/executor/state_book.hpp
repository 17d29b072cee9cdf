// StateBook: the states one connection was given, and which of them an action may still be decided on. Loop only.
//
// A state id is "s:<nonce>:<sequence>". The nonce is random and made anew with each connection, so an id from an earlier
// process or from another connection never fits. Per window only the newest state counts, and one action spends it (rule 2).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "executor/element_ids.hpp"
#include "executor/state_text.hpp"
#include "secondseat/desktop.hpp"
#include "secondseat/error.hpp"
#include "secondseat/stop.hpp"

namespace secondseat::executor {

/// The newest state of one window.
struct WindowState {
  std::string instance_id;  ///< of the process it belongs to
  Window window;
  ElementIds ids;
  Tree tree;
  std::optional<Picture> picture;                               ///< that the agent was given with it, without its bytes
  std::vector<int> node_ids;                                    ///< of tree.nodes, in their order
  using Lines = std::shared_ptr<const std::vector<StateLine>>;  // mostly one and the same list
  Lines shown;    ///< as the agent knows it: the base of the next diff; null: it was shown nothing but queries
  Lines offered;  ///< what will be `shown` unless its request is stopped, and so never answered; null: nothing is
  StopToken offered_to;  ///< that request's
  Lines read;            ///< as it was read last, shown or not: what an action changed
  unsigned sequence = 0;
  bool spent = false;

  /// The element in this very state, or `stale`: an id of an earlier state that left it, or one that never was.
  Result<const Node*> element(int id) const;
};

/// What of a state goes to the agent.
enum class Shown { diff_if_shorter, full, nothing };

/// What became of a read.
struct Entry {
  std::string state_id;
  std::string text;     ///< of the elements
  bool differs = true;  ///< from what was read of this window last
};

class StateBook {
 public:
  StateBook();

  /// Makes the content the newest state of its window, and says what the agent reads of it: a diff against what it was shown
  /// last, or the whole. A query is shown whole; it and `nothing` leave the base of the diff as it was, and so does a request
  /// that turns out to have been stopped before it was answered: `asker` is asked when the next state is entered.
  Entry enter(const std::string& instance_id, Window window, Tree tree, Shown shown, std::string_view query,
              StopToken asker);

  /// The picture that goes to the agent with the newest state of this window, so that its pixels mean something.
  void add_picture(const std::string& instance_id, const NativeRef& window, const Picture& picture);

  /// Null before anything was entered for this window.
  const WindowState* newest(const std::string& instance_id, const NativeRef& window) const;

  /// The state named, if it is the newest of its window, unspent, and of this process; else `stale` with what to do.
  Result<WindowState*> unspent(std::string_view state_id, const std::string& instance_id);

  /// An element by its id in the newest state of this process.
  Result<NativeRef> element_ref(const std::string& instance_id, int element) const;

  /// Nobody knows whether an action on this process happened (rule 3): all its states are spent, and none that comes counts until
  /// the agent has been given a read that began later.
  void doubt(const std::string& instance_id);
  bool is_in_doubt(const std::string& instance_id) const;
  /// What a read takes along when it begins, to say later what it has seen the end of.
  unsigned doubts() const { return last_doubt_; }
  /// A read of this process, begun after so many doubts, goes to the agent, unless its asker is stopped.
  void read_after(unsigned doubts, const std::string& instance_id, StopToken asker);

  void forget();

 private:
  using Key = std::pair<std::string, NativeRef>;
  std::string id_of(const WindowState& state) const;
  void make_room();
  struct Doubt {
    unsigned number = 0;
    std::optional<StopToken> read_for;  ///< who was given a read since
  };

  std::string nonce_;
  unsigned last_sequence_ = 0;
  std::map<Key, WindowState> windows_;
  unsigned last_doubt_ = 0;
  std::map<std::string, Doubt> doubts_;  ///< by process
};

}  // namespace secondseat::executor
