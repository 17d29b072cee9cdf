#include "executor/state_book.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/random.hpp"

namespace secondseat::executor {
namespace {

constexpr std::size_t windows_at_most = 64;

tl::unexpected<Error> stale(std::string why) {
  return fail(Layer::client, ErrorCode::stale, std::move(why), "Decide again on the newest state; nothing was done.");
}

/// The diff, unless it has more lines than the whole.
std::string changes_or_all(std::string diff, const Tree& tree, const Listing& listing) {
  const auto changed = std::count(diff.begin(), diff.end(), '\n');
  if (changed > static_cast<std::ptrdiff_t>(listing.lines.size()))
    return full_text(listing) + left_out_text(tree, listing);
  if (diff.empty()) return "nothing changed since the last state of this window\n";
  return "changes since the last state of this window:\n" + std::move(diff);
}

}  // namespace

Result<const Node*> WindowState::element(int id) const {
  const auto found = std::find(node_ids.begin(), node_ids.end(), id);
  if (found == node_ids.end()) return stale(fmt::format("element {} is not in this state", id));
  return &tree.nodes[static_cast<std::size_t>(found - node_ids.begin())];
}

StateBook::StateBook() : nonce_(base::random_hex(8)) {}

std::string StateBook::id_of(const WindowState& state) const { return fmt::format("s:{}:{}", nonce_, state.sequence); }

Entry StateBook::enter(const std::string& instance_id, Window window, Tree tree, Shown shown, std::string_view query,
                       StopToken asker) {
  const Key key(instance_id, window.ref);
  if (!windows_.contains(key)) make_room();
  auto& state = windows_[key];
  state.instance_id = instance_id;
  state.window = std::move(window);
  state.tree = std::move(tree);
  state.picture.reset();
  state.node_ids = state.ids.assign(state.tree);
  state.sequence = ++last_sequence_;
  state.spent = false;

  if (const auto offered = std::exchange(state.offered, nullptr); offered && !state.offered_to.stop_requested())
    state.shown = offered;

  auto listing = list_elements(state.tree, state.node_ids, "");
  const auto since_read = state.read ? diff_text(*state.read, listing.lines) : std::string();
  Entry entry{id_of(state), {}, !state.read || !since_read.empty()};
  const bool renews_base = query.empty() && shown != Shown::nothing;
  if (!query.empty()) {
    const auto matching = list_elements(state.tree, state.node_ids, query);
    entry.text = full_text(matching) + left_out_text(state.tree, matching);
  } else if (shown == Shown::diff_if_shorter && state.shown) {
    entry.text = changes_or_all(state.shown == state.read ? since_read : diff_text(*state.shown, listing.lines),
                                state.tree, listing);
  } else if (renews_base) {
    entry.text = full_text(listing) + left_out_text(state.tree, listing);
  }
  if (!entry.text.empty()) entry.text = focus_text(state.tree, state.node_ids) + entry.text;
  state.read = std::make_shared<const std::vector<StateLine>>(std::move(listing.lines));
  if (renews_base) {
    state.offered = state.read;
    state.offered_to = std::move(asker);
  }
  return entry;
}

const WindowState* StateBook::newest(const std::string& instance_id, const NativeRef& window) const {
  const auto state = windows_.find(Key(instance_id, window));
  return state == windows_.end() ? nullptr : &state->second;
}

void StateBook::add_picture(const std::string& instance_id, const NativeRef& window, const Picture& picture) {
  const auto state = windows_.find(Key(instance_id, window));
  if (state == windows_.end()) return;
  auto& kept = state->second.picture.emplace();
  kept.width = picture.width;
  kept.height = picture.height;
  kept.scale = picture.scale;
  kept.origin = picture.origin;
  kept.frame = picture.frame;
}

void StateBook::doubt(const std::string& instance_id) {
  for (auto& [key, state] : windows_)
    if (state.instance_id == instance_id) state.spent = true;
  doubts_.insert_or_assign(instance_id, Doubt{++last_doubt_, std::nullopt});
}

bool StateBook::is_in_doubt(const std::string& instance_id) const {
  const auto doubt = doubts_.find(instance_id);
  if (doubt == doubts_.end()) return false;
  const auto& read_for = doubt->second.read_for;
  return !read_for || read_for->stop_requested();
}

void StateBook::read_after(unsigned doubts, const std::string& instance_id, StopToken asker) {
  const auto doubt = doubts_.find(instance_id);
  if (doubt != doubts_.end() && doubts >= doubt->second.number) doubt->second.read_for = std::move(asker);
}

void StateBook::forget() {
  windows_.clear();
  doubts_.clear();
}

Result<WindowState*> StateBook::unspent(std::string_view state_id, const std::string& instance_id) {
  if (is_in_doubt(instance_id))
    return fail(Layer::client, ErrorCode::stale, "nobody knows whether an earlier action on this application happened",
                "Read the state before you act again; nothing was done.");
  const auto prefix = fmt::format("s:{}:", nonce_);
  if (!state_id.starts_with(prefix)) return stale("this state was not given to this connection");
  const auto digits = state_id.substr(prefix.size());
  unsigned sequence = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), sequence);
  if (parsed.ec != std::errc{} || parsed.ptr != digits.data() + digits.size() || digits.starts_with('0'))
    return stale("this is not a state id");
  for (auto& [key, state] : windows_) {
    if (state.sequence != sequence) continue;
    if (state.instance_id != instance_id) return stale("this state is of another application");
    if (state.spent) return stale("this state has been acted on already");
    return &state;
  }
  return stale("this is not the newest state of its window");
}

Result<NativeRef> StateBook::element_ref(const std::string& instance_id, int element) const {
  const WindowState* newest = nullptr;
  for (const auto& [key, state] : windows_)
    if (state.instance_id == instance_id && (newest == nullptr || state.sequence > newest->sequence)) newest = &state;
  if (newest == nullptr) return stale("nothing of this application has been read yet");
  const auto node = newest->element(element);
  if (!node) return tl::unexpected(node.error());
  return (*node)->ref;
}

void StateBook::make_room() {
  if (windows_.size() < windows_at_most) return;
  const auto older = [](const auto& a, const auto& b) { return a.second.sequence < b.second.sequence; };
  windows_.erase(std::min_element(windows_.begin(), windows_.end(), older));
}

}  // namespace secondseat::executor
