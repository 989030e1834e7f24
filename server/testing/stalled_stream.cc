#include "server/testing/stalled_stream.h"

#include "grpcpp/create_channel.h"
#include "server/testing/server_process.h"

namespace backwire::server::testing {
namespace {

using candidates::v1::CandidateService;
using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;

// With a window that does not grow, so that unread bytes stay at the server.
std::unique_ptr<CandidateService::Stub> Connect(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  arguments.SetInt(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 1 << 16);
  return CandidateService::NewStub(grpc::CreateCustomChannel(
      address, grpc::InsecureChannelCredentials(), arguments));
}

}  // namespace

StalledStream::StalledStream(const std::string& address)
    : stub_(Connect(address)) {
  context_.set_deadline(std::chrono::system_clock::now() + kPatience);
  GenerateRequest request;
  request.set_user_id("alice");
  request.set_candidate_count(kStalledCandidates);
  request.set_chunk_size(100);
  reader_ = stub_->GenerateStream(&context_, request);
  GenerateResponse chunk;
  if (reader_->Read(&chunk)) count_ = chunk.candidates_size();
}

StalledStream::~StalledStream() {
  Cancel();
  if (!finished_) Finish();
}

int StalledStream::ReadOn() {
  GenerateResponse chunk;
  while (reader_->Read(&chunk)) count_ += chunk.candidates_size();
  return count_;
}

grpc::Status StalledStream::Finish() {
  finished_ = true;
  return reader_->Finish();
}

}  // namespace backwire::server::testing
