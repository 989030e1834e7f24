// The other side of a call, as a process that can be killed:
//
//   candidate_peer CODEC sync|callback    serves the candidate feed by that API
//                                         and prints its port
//   candidate_peer CODEC PORT             takes one response of the stream of
//                                         the feed at that port, prints 1, and
//                                         takes no more
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
#include "candidates/v1/candidates.grpc.pb.h"

namespace backwire::hops {
namespace {

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

int Call(int port) {
  const auto stub = candidates::v1::CandidateService::NewStub(
      ::grpc::CreateChannel(absl::StrCat("127.0.0.1:", port),
                            ::grpc::InsecureChannelCredentials()));
  ::grpc::ClientContext context;
  SetDeadline(&context);
  const auto stream = stub->GenerateStream(&context, {});
  candidates::v1::GenerateResponse response;
  if (!stream->Read(&response)) return 1;
  TellAndWait(1);
  context.TryCancel();
  (void)stream->Finish();
  return 0;
}

int Run(const std::string& codec, const std::string& role) {
  const absl::Status status = Start({codec, /*parity_sample_rate=*/1});
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.ToString().c_str());
    return 1;
  }
  int port = 0;
  if (absl::SimpleAtoi(role, &port)) return Call(port);
  return Serve(role == "sync" ? Api::kSync : Api::kCallback);
}

}  // namespace
}  // namespace backwire::hops

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: candidate_peer CODEC sync|callback|PORT\n");
    return 2;
  }
  return backwire::hops::Run(argv[1], argv[2]);
}
