// The service behind TestServer.
#ifndef BACKWIRE_CLIENT_TESTING_TEST_SERVICE_H_
#define BACKWIRE_CLIENT_TESTING_TEST_SERVICE_H_

#include <grpcpp/server_context.h>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "candidates/v1/candidates.grpc.pb.h"
#include "proto/workload/catalogue.h"

namespace backwire::client {

// Thread-safe.
class TestService final
    : public candidates::v1::CandidateService::CallbackService {
 public:
  TestService();

  grpc::ServerUnaryReactor* Generate(
      grpc::CallbackServerContext* context,
      const candidates::v1::GenerateRequest* request,
      candidates::v1::GenerateResponse* response) override;

  grpc::ServerWriteReactor<candidates::v1::GenerateResponse>* GenerateStream(
      grpc::CallbackServerContext* context,
      const candidates::v1::GenerateRequest* request) override;

  void Hold();
  void Release();

  // Ends the hold and fails the calls in it with UNAVAILABLE.
  void Abandon();

  void FailNext(int64_t count, grpc::Status status);
  void CorruptResponses();
  bool WaitForCalls(int64_t count);

  int64_t calls() const;
  std::set<std::string> peers() const;
  std::string last_metadata(const std::string& key) const;

  // Fills candidates first + 1 … first + count of the request's answer.
  void Fill(const candidates::v1::GenerateRequest& request, int first,
            int count, candidates::v1::GenerateResponse* response) const;

 private:
  // Notes the call; the status to fail it with, or OK.
  grpc::Status Enter(const grpc::CallbackServerContext& context);

  // Gets OK, or what to fail the call with.
  using Answer = std::function<void(const grpc::Status&)>;

  // Runs `answer` now, or when the hold ends.
  void WhenReleased(Answer answer);
  void EndHold(const grpc::Status& status);

  const workload::Catalogue catalogue_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool held_ = false;
  bool corrupt_ = false;
  std::vector<Answer> waiting_;
  int64_t failures_left_ = 0;
  grpc::Status failure_;
  int64_t calls_ = 0;
  std::set<std::string> peers_;
  std::multimap<std::string, std::string> metadata_;
};

}  // namespace backwire::client

#endif  // BACKWIRE_CLIENT_TESTING_TEST_SERVICE_H_
