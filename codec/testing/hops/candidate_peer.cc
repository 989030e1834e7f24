// The other side of a call, as a process that can be killed:
//
//   candidate_peer CODEC sync|callback    serves the candidate feed by that API
//                                         and prints its port
//   candidate_peer CODEC PORT             takes one response of the stream of
//                                         the feed at that port, prints 1, and
//                                         takes no more
//   candidate_peer CODEC PORT COUNT       cancels COUNT streams of the feed,
//                                         one after the other, prints COUNT,
//                                         and keeps its connection
//
// Both end when their standard input does.
#include <grpcpp/create_channel.h>

#include <cstdio>
#include <memory>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "backwire/grpc/start.h"
#include "backwire/testing/hops/candidate_feed.h"

namespace backwire::hops {
namespace {

using ::candidates::v1::CandidateService;
using ::candidates::v1::GenerateResponse;

void TellAndWait(int number) {
  std::printf("%d\n", number);
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
}

int Serve(Api api) {
  const std::unique_ptr<CandidateFeed> feed = StartCandidateFeed(api);
  TellAndWait(feed->port());
  return 0;
}

std::unique_ptr<CandidateService::Stub> ConnectTo(int port) {
  return CandidateService::NewStub(::grpc::CreateChannel(
      absl::StrCat("127.0.0.1:", port), ::grpc::InsecureChannelCredentials()));
}

int Call(int port) {
  const auto stub = ConnectTo(port);
  ::grpc::ClientContext context;
  SetDeadline(&context);
  const auto stream = stub->GenerateStream(&context, {});
  GenerateResponse response;
  if (!stream->Read(&response)) return 1;
  TellAndWait(1);
  context.TryCancel();
  (void)stream->Finish();
  return 0;
}

int Cancel(int port, int count) {
  const auto stub = ConnectTo(port);
  GenerateResponse response;
  for (int i = 0; i < count; ++i) {
    const ::grpc::StatusCode code = CancelStream(stub.get(), &response);
    if (code != ::grpc::StatusCode::CANCELLED) return 1;
  }
  TellAndWait(count);
  return 0;
}

int Run(const std::string& codec, const std::string& role,
        const std::string& count) {
  const absl::Status status = Start({codec, /*parity_sample_rate=*/1});
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.ToString().c_str());
    return 1;
  }
  int port = 0;
  int calls = 0;
  if (absl::SimpleAtoi(role, &port)) {
    return absl::SimpleAtoi(count, &calls) ? Cancel(port, calls) : Call(port);
  }
  return Serve(role == "sync" ? Api::kSync : Api::kCallback);
}

}  // namespace
}  // namespace backwire::hops

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::fprintf(stderr,
                 "usage: candidate_peer CODEC sync|callback|PORT [COUNT]\n");
    return 2;
  }
  return backwire::hops::Run(argv[1], argv[2], argc == 4 ? argv[3] : "");
}
