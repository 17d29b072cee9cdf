#include "mcp/request_progress.hpp"

#include <fmt/format.h>

namespace secondseat::mcp {

std::string progress_token(const rpc::Message& request) {
  const auto meta = request.params.find("_meta");
  if (meta == request.params.end() || !meta->is_object() || !meta->contains("progressToken")) return {};
  return rpc::id_in_meta(request, "progressToken").value_or("");
}

void RequestProgress::waiting(std::string_view what) {
  if (token_.empty() || stop_.stop_requested()) return;
  const rpc::JsonText params{
      fmt::format(R"({{"progressToken":{},"progress":{},"message":{}}})", token_, ++told_, rpc::json_string(what))};
  peer_.notify("notifications/progress", params);
}

}  // namespace secondseat::mcp
