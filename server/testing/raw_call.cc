#include "server/testing/raw_call.h"

#include <chrono>
#include <vector>

#include "server/testing/server_process.h"

namespace backwire::server::testing {
namespace {

std::string Bytes(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  std::string bytes;
  if (!buffer.Dump(&slices).ok()) return bytes;
  for (const grpc::Slice& slice : slices) {
    bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return bytes;
}

}  // namespace

RawCall::RawCall(const std::shared_ptr<grpc::Channel>& channel,
                 const std::string& method)
    : stub_(channel), call_(stub_.PrepareCall(&context_, method, &queue_)) {
  context_.set_deadline(std::chrono::system_clock::now() + kPatience);
  call_->StartCall(this);
  Step();
}

RawCall::~RawCall() {
  context_.TryCancel();
  if (!finished_) Finish();
}

bool RawCall::Step() {
  void* tag = nullptr;
  bool ok = false;
  return queue_.Next(&tag, &ok) && ok;
}

bool RawCall::Write(const std::string& message) {
  const grpc::Slice slice(message);
  call_->Write(grpc::ByteBuffer(&slice, 1), this);
  return Step();
}

bool RawCall::Read(std::string* message) {
  grpc::ByteBuffer buffer;
  call_->Read(&buffer, this);
  if (!Step()) return false;
  *message = Bytes(buffer);
  return true;
}

grpc::Status RawCall::Finish() {
  grpc::Status status;
  call_->Finish(&status, this);
  Step();
  finished_ = true;
  return status;
}

std::string FirstAnswer(const std::shared_ptr<grpc::Channel>& channel,
                        const std::string& method, const std::string& request,
                        bool* ok) {
  RawCall call(channel, method);
  std::string answer;
  *ok = call.Write(request) && call.Read(&answer);
  return answer;
}

std::string HealthRequest(const std::string& service) {
  return std::string("\x0a") + static_cast<char>(service.size()) + service;
}

}  // namespace backwire::server::testing
