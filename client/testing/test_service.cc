#include "client/testing/test_service.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "proto/workload/generate.h"

namespace backwire::client {
namespace {

using candidates::v1::GenerateRequest;
using candidates::v1::GenerateResponse;

constexpr int kDefaultChunkSize = 50;

// Writes the chunks of one answer one after the other. Deletes itself.
class ChunkWriter final : public grpc::ServerWriteReactor<GenerateResponse> {
 public:
  ChunkWriter(const TestService* service, const GenerateRequest& request)
      : service_(service), request_(request) {}

  void WriteNext() {
    const int left = request_.candidate_count() - sent_;
    if (left == 0) return Finish(grpc::Status::OK);
    const int wanted =
        request_.chunk_size() > 0 ? request_.chunk_size() : kDefaultChunkSize;
    const int size = std::min(left, wanted);
    service_->Fill(request_, sent_, size, &chunk_);
    sent_ += size;
    StartWrite(&chunk_);
  }

  void OnWriteDone(bool ok) override {
    if (ok) return WriteNext();
    Finish(grpc::Status(grpc::StatusCode::CANCELLED, "the client has gone"));
  }

  void OnDone() override { delete this; }

 private:
  const TestService* const service_;
  const GenerateRequest request_;
  GenerateResponse chunk_;
  int sent_ = 0;
};

}  // namespace

TestService::TestService()
    : catalogue_(workload::MakeReferenceCatalogue(
          workload::kDefaultCatalogueSize, workload::kDefaultCatalogueSeed)) {}

void TestService::Fill(const GenerateRequest& request, int first, int count,
                       GenerateResponse* response) const {
  workload::GenerateCandidates(catalogue_, request.user_id(), first, count,
                               response);
  std::lock_guard<std::mutex> lock(mutex_);
  if (!corrupt_) return;
  (*response->mutable_candidates(count / 2)->mutable_metadata())["cursor"] =
      "wrong";
}

grpc::Status TestService::Enter(const grpc::CallbackServerContext& context) {
  std::lock_guard<std::mutex> lock(mutex_);
  ++calls_;
  peers_.insert(context.peer());
  metadata_.clear();
  for (const auto& [key, value] : context.client_metadata()) {
    metadata_.emplace(std::string(key.data(), key.size()),
                      std::string(value.data(), value.size()));
  }
  changed_.notify_all();
  if (failures_left_ == 0) return grpc::Status::OK;
  --failures_left_;
  return failure_;
}

void TestService::WhenReleased(Answer answer) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (held_) {
      waiting_.push_back(std::move(answer));
      return;
    }
  }
  answer(grpc::Status::OK);
}

grpc::ServerUnaryReactor* TestService::Generate(
    grpc::CallbackServerContext* context, const GenerateRequest* request,
    GenerateResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const grpc::Status status = Enter(*context);
  if (!status.ok()) {
    reactor->Finish(status);
    return reactor;
  }
  Fill(*request, 0, request->candidate_count(), response);
  WhenReleased(
      [reactor](const grpc::Status& status) { reactor->Finish(status); });
  return reactor;
}

grpc::ServerWriteReactor<GenerateResponse>* TestService::GenerateStream(
    grpc::CallbackServerContext* context, const GenerateRequest* request) {
  auto* writer = new ChunkWriter(this, *request);
  const grpc::Status status = Enter(*context);
  if (!status.ok()) {
    writer->Finish(status);
    return writer;
  }
  WhenReleased([writer](const grpc::Status& status) {
    if (status.ok()) return writer->WriteNext();
    writer->Finish(status);
  });
  return writer;
}

void TestService::Hold() {
  std::lock_guard<std::mutex> lock(mutex_);
  held_ = true;
}

void TestService::Release() { EndHold(grpc::Status::OK); }

void TestService::Abandon() {
  EndHold(grpc::Status(grpc::StatusCode::UNAVAILABLE, "the server died"));
}

void TestService::EndHold(const grpc::Status& status) {
  std::vector<Answer> waiting;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    held_ = false;
    waiting.swap(waiting_);
  }
  for (const Answer& answer : waiting) answer(status);
}

void TestService::FailNext(int64_t count, grpc::Status status) {
  std::lock_guard<std::mutex> lock(mutex_);
  failures_left_ = count;
  failure_ = std::move(status);
}

void TestService::CorruptResponses() {
  std::lock_guard<std::mutex> lock(mutex_);
  corrupt_ = true;
}

bool TestService::WaitForCalls(int64_t count) {
  std::unique_lock<std::mutex> lock(mutex_);
  return changed_.wait_for(lock, std::chrono::seconds(10),
                           [&] { return calls_ >= count; });
}

int64_t TestService::calls() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return calls_;
}

std::set<std::string> TestService::peers() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return peers_;
}

std::string TestService::last_metadata(const std::string& key) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = metadata_.find(key);
  return found == metadata_.end() ? "" : found->second;
}

}  // namespace backwire::client
