// A call from its begin to its end, as the gate and the metrics see it.
#ifndef BACKWIRE_SERVER_SERVICE_CALL_RECORD_H_
#define BACKWIRE_SERVER_SERVICE_CALL_RECORD_H_

#include <chrono>
#include <string>

#include "absl/status/status.h"
#include "grpcpp/support/status.h"
#include "server/service/call_gate.h"
#include "server/service/service_metrics.h"

namespace backwire::server {

// The codes of absl and gRPC have the same numbers.
inline grpc::Status ToGrpc(const absl::Status& status) {
  return grpc::Status(static_cast<grpc::StatusCode>(status.raw_code()),
                      std::string(status.message()));
}

// Not thread-safe. Borrows its arguments.
class CallRecord {
 public:
  CallRecord(Method method, CallGate* gate, ServiceMetrics* metrics)
      : method_(method),
        gate_(gate),
        metrics_(metrics),
        admitted_(gate->Enter()) {
    metrics_->OnStart(method_);
  }

  // UNAVAILABLE if the service shuts down.
  absl::Status CheckAdmitted() const {
    if (admitted_) return absl::OkStatus();
    return absl::UnavailableError("this server is shutting down");
  }

  // The status that the service gives the call.
  void set_code(absl::StatusCode code) { code_ = code; }

  void End(bool cancelled) {
    metrics_->OnEnd(method_, cancelled ? absl::StatusCode::kCancelled : code_,
                    std::chrono::steady_clock::now() - begin_);
    if (!admitted_) metrics_->OnRefused();
    gate_->Leave();
  }

 private:
  const Method method_;
  CallGate* const gate_;
  ServiceMetrics* const metrics_;
  const std::chrono::steady_clock::time_point begin_ =
      std::chrono::steady_clock::now();
  const bool admitted_;
  absl::StatusCode code_ = absl::StatusCode::kOk;
};

}  // namespace backwire::server

#endif  // BACKWIRE_SERVER_SERVICE_CALL_RECORD_H_
