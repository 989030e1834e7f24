#include "backwire/grpc/self_check.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "backwire/registry/active_codec.h"
#include "backwire/registry/message_counts.h"
#include "backwire/registry/type_table.h"
#include "codec/grpc/self_check.grpc.pb.h"

namespace backwire::grpc_glue {
namespace {

using ::backwire_self_check::CheckRequest;
using ::backwire_self_check::CheckResponse;

constexpr std::chrono::seconds kTimeout(10);

class EchoService final
    : public ::backwire_self_check::SelfCheck::CallbackService {
  ::grpc::ServerUnaryReactor* Check(::grpc::CallbackServerContext* context,
                                    const CheckRequest* request,
                                    CheckResponse* response) override {
    response->set_text(request->text());
    ::grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    reactor->Finish(::grpc::Status::OK);
    return reactor;
  }
};

absl::Status CallOnce() {
  EchoService service;
  ::grpc::ServerBuilder builder;
  builder.RegisterService(&service);
  const std::unique_ptr<::grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) {
    return absl::UnavailableError("self-check: no server could be started");
  }
  const auto stub = ::backwire_self_check::SelfCheck::NewStub(
      server->InProcessChannel(::grpc::ChannelArguments()));
  ::grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kTimeout);
  CheckRequest request;
  request.set_text("self-check");
  CheckResponse response;
  const ::grpc::Status status = stub->Check(&context, request, &response);
  server->Shutdown(std::chrono::system_clock::now());
  if (!status.ok()) {
    return absl::UnavailableError(
        absl::StrCat("self-check: the call failed: ", status.error_message()));
  }
  if (response.text() != request.text()) {
    return absl::InternalError("self-check: the codec changed a message");
  }
  return absl::OkStatus();
}

template <class M>
const TypeEntry* EntryOf() {
  return TheCodecChoice()->types->Find(typeid(M));
}

MessageTotals TotalOf(const TypeEntry& entry) {
  return TheCodecChoice()->counts->Total(entry.number);
}

// The hops of a call on which no message was counted since the given totals.
std::vector<std::string> MissedHops(const TypeEntry& request,
                                    const TypeEntry& response,
                                    const MessageTotals& request_before,
                                    const MessageTotals& response_before) {
  const MessageTotals sent = TotalOf(request);
  const MessageTotals answered = TotalOf(response);
  std::vector<std::string> missed;
  const auto expect_more = [&missed](uint64_t before, uint64_t now,
                                     const char* hop) {
    if (now == before) missed.emplace_back(hop);
  };
  expect_more(request_before.encoded_messages, sent.encoded_messages,
              "request sent");
  expect_more(request_before.decoded_messages, sent.decoded_messages,
              "request received");
  expect_more(response_before.encoded_messages, answered.encoded_messages,
              "response sent");
  expect_more(response_before.decoded_messages, answered.decoded_messages,
              "response received");
  return missed;
}

}  // namespace

absl::Status CheckCallPath() {
  const TypeEntry* const request = EntryOf<CheckRequest>();
  const TypeEntry* const response = EntryOf<CheckResponse>();
  if (request == nullptr || response == nullptr) {
    return absl::FailedPreconditionError(
        "self-check: the library's own messages are not registered; link "
        "libbackwire whole, or once");
  }
  const MessageTotals requests = TotalOf(*request);
  const MessageTotals responses = TotalOf(*response);
  absl::Status status = CallOnce();
  if (!status.ok()) return status;
  const std::vector<std::string> missed =
      MissedHops(*request, *response, requests, responses);
  if (missed.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "self-check: gRPC's calls do not reach the codec (",
      absl::StrJoin(missed, ", "),
      "): an object linked into this program has gRPC's own serialisation "
      "compiled in. Link the static libbackwire, or compile that object with "
      "-include backwire/grpc/seam.h (docs/adoption.md, section 5)"));
}

}  // namespace backwire::grpc_glue
