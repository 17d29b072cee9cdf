#include "desktop/atspi/atspi_desktop.hpp"

#include <iterator>
#include <optional>
#include <utility>

#include "async/scope.hpp"
#include "async/settle.hpp"
#include "async/within.hpp"
#include "base/try.hpp"
#include "desktop/atspi/acting.hpp"
#include "desktop/atspi/connection.hpp"
#include "desktop/atspi/walk.hpp"
#include "desktop/atspi/window_list.hpp"

namespace secondseat::atspi {
namespace {

/// The bus says "no such name"; to whoever held a reference, what it named is not there any more.
template <class T>
Result<T> stale_if_gone(Result<T> result) {
  if (!result && result.error().code == ErrorCode::not_found) result.error().code = ErrorCode::stale;
  return result;
}

}  // namespace

AtspiDesktop::AtspiDesktop(asio::any_io_executor native, Clock& clock, std::string session_bus_address,
                           std::unique_ptr<desktop::Seat> seat)
    : native_(std::move(native)),
      clock_(clock),
      session_bus_address_(std::move(session_bus_address)),
      seat_(std::move(seat)) {}

AtspiDesktop::~AtspiDesktop() = default;

Task<Result<AtspiDesktop::Held>> AtspiDesktop::connect_in_turn() {
  const auto turn = co_await connecting_.enter();
  if (connection_ && connection_->is_open()) co_return connection_;
  connection_.reset();
  CO_TRY(auto opened, co_await Connection::open(native_, session_bus_address_));
  connection_ = std::move(opened);
  co_return connection_;
}

Task<Result<AtspiDesktop::Held>> AtspiDesktop::connect(Deadline deadline) {
  if (connection_ && connection_->is_open()) co_return connection_;
  auto connecting = connect_in_turn();
  auto connected = co_await async::within(clock_, deadline, std::move(connecting));
  co_return connected;
}

Task<Result<std::vector<RunningApplication>>> AtspiDesktop::list(Deadline deadline) {
  CO_TRY(const auto held, co_await connect(deadline));
  CO_TRY(const auto roots, co_await held->roots());
  // Their order is the registry's; each has time of its own, so that a hung one does not cost the others their place.
  std::vector<Result<std::vector<RunningApplication>>> described(roots.size());
  auto ask_all = [&](async::Scope& scope) -> Task<void> {
    for (std::size_t index = 0; index < roots.size(); ++index) {
      auto ask_one = [&, index](StopToken) -> Task<void> {
        described[index] = co_await describe_application(*held, clock_, roots[index], deadline);
      };
      scope.spawn(std::move(ask_one));
    }
    co_return;
  };
  co_await async::with_scope(std::move(ask_all));
  std::vector<RunningApplication> all;
  for (auto& result : described) {
    if (!result) co_return tl::unexpected(std::move(result).error());
    std::ranges::move(*result, std::back_inserter(all));
  }
  co_return all;
}

Task<Result<std::vector<RunningApplication>>> AtspiDesktop::applications(Deadline deadline) {
  auto listing = list(deadline);
  auto listed = co_await async::within(clock_, deadline, std::move(listing));
  co_return listed;
}

Task<Result<std::vector<Window>>> AtspiDesktop::list_windows_of(NativeRef application) {
  CO_TRY(const auto held, co_await connect_in_turn());
  CO_TRY(const auto root, co_await held->root(std::move(application.text)));
  auto listed = co_await list_windows(*held, root);
  co_return listed;
}

Task<Result<std::vector<Window>>> AtspiDesktop::windows(NativeRef application, Deadline deadline) {
  auto listing = list_windows_of(std::move(application));
  auto listed = co_await async::within(clock_, deadline, std::move(listing));
  co_return stale_if_gone(std::move(listed));
}

Task<Result<WindowContent>> AtspiDesktop::read_window(ReadWindow request) {
  const auto address = parse_element(request.window);
  if (!address || address->bus_name != request.application.text)
    co_return fail(Layer::client, ErrorCode::stale, "this is not a window of this application");
  CO_TRY(const auto held, co_await connect_in_turn());
  CO_TRY(const auto root, co_await held->root(address->bus_name));
  CO_TRY(const auto dialect, co_await held->dialect(root));
  WindowContent content;
  CO_TRY(content.window, co_await describe_window(*held, *address));
  Walk walk(*held, dialect, *address, request.limits, std::move(request.expand));
  CO_TRY(content.tree, co_await walk.run());
  co_return content;
}

Task<Result<WindowContent>> AtspiDesktop::read(ReadWindow request, Deadline deadline) {
  auto reading = read_window(std::move(request));
  auto content = co_await async::within(clock_, deadline, std::move(reading));
  co_return stale_if_gone(std::move(content));
}

Task<Result<Performed>> AtspiDesktop::perform(Perform request, std::stop_token stop, Deadline deadline) {
  CO_TRY(const auto held, co_await connect(deadline));
  auto performed = co_await act(*held, clock_, seat_.get(), std::move(request), std::move(stop), deadline);
  co_return performed;
}

Task<void> AtspiDesktop::close() {
  if (seat_) seat_->close();
  if (connection_) connection_->bus().close();
  connection_.reset();
  co_return;
}

}  // namespace secondseat::atspi
