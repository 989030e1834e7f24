// The candidate service with one large response for everybody: Generate answers
// with it once, GenerateStream with one after the other until the call breaks.
// By the synchronous or the callback API.
#ifndef BACKWIRE_TESTING_HOPS_CANDIDATE_FEED_H_
#define BACKWIRE_TESTING_HOPS_CANDIDATE_FEED_H_

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "backwire/testing/hops/echo.h"
#include "candidates/v1/candidates.grpc.pb.h"

namespace backwire::hops {

// The response: 5,000 candidates, 1,353,934 bytes.
const candidates::v1::GenerateResponse& LargeResponse();

// Which handlers run, and when Generate may answer. Thread-safe.
class FeedCalls {
 public:
  // The handlers' side.
  void Enter();
  void Leave();
  // Calls `answer` now or, while answers are held back, from ReleaseAnswers().
  void AnswerWhenFree(std::function<void()> answer);

  // The tests' side. These wait for at most a minute; false after that.
  bool WaitForHeldAnswer();
  bool WaitUntilIdle();
  void HoldAnswers();
  void ReleaseAnswers();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int running_ = 0;
  bool hold_ = false;
  std::vector<std::function<void()>> held_;
};

// Listens on a free port of the loopback interface until it is destroyed.
class CandidateFeed {
 public:
  virtual ~CandidateFeed() = default;
  int port() const { return port_; }
  FeedCalls& calls() { return calls_; }

 protected:
  int port_ = 0;
  FeedCalls calls_;
};

// `api` is kSync or kCallback.
std::unique_ptr<CandidateFeed> StartCandidateFeed(Api api);

// The client's side: a stream, cancelled when its first response has come. The
// server, which does not stop sending, is in the middle of another then.
// Returns how the call ended; *first is that response, empty if none came.
::grpc::StatusCode CancelStream(
    candidates::v1::CandidateService::StubInterface* stub,
    candidates::v1::GenerateResponse* first);

}  // namespace backwire::hops

#endif  // BACKWIRE_TESTING_HOPS_CANDIDATE_FEED_H_
