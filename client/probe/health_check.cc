#include "client/probe/health_check.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <chrono>

#include "absl/strings/str_cat.h"
#include "client/probe/health.grpc.pb.h"

namespace backwire::client {
namespace {

using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;

HealthAnswer FromResponse(const HealthCheckResponse& response) {
  if (response.status() == HealthCheckResponse::SERVING) {
    return {Health::kServing, "SERVING"};
  }
  const std::string& name =
      HealthCheckResponse::ServingStatus_Name(response.status());
  return {Health::kNotServing,
          name.empty() ? absl::StrCat("status ", response.status()) : name};
}

HealthAnswer FromError(const grpc::Status& status) {
  switch (status.error_code()) {
    case grpc::StatusCode::NOT_FOUND:
      return {Health::kNotServing, "the server does not know this service"};
    case grpc::StatusCode::UNIMPLEMENTED:
      return {Health::kNotServing, "the server has no health service"};
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      return {Health::kNoAnswer, "no answer in time"};
    default:
      return {Health::kNoAnswer,
              absl::StrCat("gRPC status ", status.error_code(), ": ",
                           status.error_message())};
  }
}

}  // namespace

HealthAnswer CheckHealth(const std::shared_ptr<grpc::Channel>& channel,
                         const std::string& service, absl::Duration timeout) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       absl::ToChronoMilliseconds(timeout));
  HealthCheckRequest request;
  request.set_service(service);
  HealthCheckResponse response;
  const grpc::Status status = grpc::health::v1::Health::NewStub(channel)->Check(
      &context, request, &response);
  return status.ok() ? FromResponse(response) : FromError(status);
}

}  // namespace backwire::client
