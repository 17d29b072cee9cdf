#include "async/settle.hpp"

namespace secondseat::async {

std::string describe(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& known) {
    return known.what();
  } catch (...) {
    return "an exception of unknown type";
  }
}

tl::unexpected<Error> stopped_error() { return fail(Layer::stop, ErrorCode::stopped, "stopped before it ended"); }

}  // namespace secondseat::async
