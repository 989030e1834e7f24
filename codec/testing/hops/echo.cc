#include "backwire/testing/hops/echo.h"

#include <grpcpp/create_channel.h>

#include <chrono>

#include "absl/strings/str_cat.h"

namespace backwire::hops {
namespace {

// Far beyond what a call takes, also on a busy machine under a sanitizer.
constexpr std::chrono::seconds kDeadline(30);

}  // namespace

std::string ToString(Api api) {
  switch (api) {
    case Api::kSync:
      return "Sync";
    case Api::kCallback:
      return "Callback";
    case Api::kCompletionQueue:
      return "CompletionQueue";
  }
  return "";
}

std::string ToString(Shape shape) {
  switch (shape) {
    case Shape::kUnary:
      return "Unary";
    case Shape::kCollect:
      return "Collect";
    case Shape::kSpread:
      return "Spread";
    case Shape::kChat:
      return "Chat";
  }
  return "";
}

bool StreamsRequests(Shape shape) {
  return shape == Shape::kCollect || shape == Shape::kChat;
}

bool StreamsResponses(Shape shape) {
  return shape == Shape::kSpread || shape == Shape::kChat;
}

std::string MethodPath(Shape shape) {
  return absl::StrCat("/backwire.hops.Echo/", ToString(shape));
}

EchoResponse Answer(const EchoRequest& request, int step) {
  EchoResponse response;
  response.set_text(absl::StrCat("answer to ", request.text()));
  response.set_index(request.index() + step);
  response.set_payload(request.payload());
  return response;
}

EchoResponse Summary(const std::vector<EchoRequest>& requests) {
  EchoResponse response;
  for (const EchoRequest& request : requests) {
    absl::StrAppend(response.mutable_text(), request.text(), ";");
    response.set_index(response.index() + 1);
    response.mutable_payload()->append(request.payload());
  }
  return response;
}

void SetDeadline(::grpc::ClientContext* context) {
  context->set_deadline(std::chrono::system_clock::now() + kDeadline);
}

std::shared_ptr<::grpc::Channel> EchoServer::Connect(
    const ::grpc::ChannelArguments& arguments) const {
  return ::grpc::CreateCustomChannel(absl::StrCat("127.0.0.1:", port_),
                                     ::grpc::InsecureChannelCredentials(),
                                     arguments);
}

}  // namespace backwire::hops
