// Calls that break in the middle of a response of 5,000 candidates: cancelled,
// out of time, or with a peer that was killed. The status is the one that it is
// under stock, the server's handler comes to its end, no memory stays behind,
// and the next call is served.
#include <gmock/gmock.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "backwire/registry/active_codec.h"
#include "backwire/testing/buffers.h"
#include "backwire/testing/differential.h"
#include "backwire/testing/hops/candidate_feed.h"
#include "backwire/testing/hops/child_process.h"
#include "backwire/testing/hops/hop_counts.h"
#include "candidates/v1/candidates.grpc.pb.h"

namespace backwire::hops {
namespace {

using ::candidates::v1::CandidateService;
using ::candidates::v1::GenerateRequest;
using ::candidates::v1::GenerateResponse;
using ::grpc::ByteBuffer;
using ::grpc::ClientContext;
using ::grpc::Status;
using ::grpc::StatusCode;

constexpr char kGenerate[] = "/candidates.v1.CandidateService/Generate";
constexpr size_t kLargeResponseBytes = 1'353'934;

std::shared_ptr<::grpc::Channel> ConnectTo(int port) {
  ::grpc::ChannelArguments arguments;
  // A connection of its own: that of a broken call is not used again.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return ::grpc::CreateCustomChannel(absl::StrCat("127.0.0.1:", port),
                                     ::grpc::InsecureChannelCredentials(),
                                     arguments);
}

bool IsLargeResponse(const GenerateResponse& response) {
  static const auto* const expected =
      new std::string(testing::StockBytes(LargeResponse()));
  return testing::StockBytes(response) == *expected;
}

ChildProcess Peer(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), std::string(ToString(ActiveCodec())));
  return ChildProcess(CANDIDATE_PEER, std::move(arguments));
}

// The parameter is the server's API.
class BrokenCallTest : public ::testing::TestWithParam<Api> {
 protected:
  BrokenCallTest()
      : feed_(StartCandidateFeed(GetParam())),
        channel_(ConnectTo(feed_->port())),
        stub_(CandidateService::NewStub(channel_)) {}

  // All handlers have ended, and both sides are as good as before.
  void ExpectServesTheNextCall() {
    EXPECT_TRUE(feed_->calls().WaitUntilIdle());
    ClientContext context;
    SetDeadline(&context);
    GenerateResponse response;
    const Status status = stub_->Generate(&context, {}, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    EXPECT_TRUE(IsLargeResponse(response));
  }

  StatusCode CancelInAStream() {
    GenerateResponse response;
    const StatusCode code = CancelStream(stub_.get(), &response);
    EXPECT_TRUE(IsLargeResponse(response));
    return code;
  }

  // A server as the feed is, in another process.
  static ChildProcess OtherServer() {
    return Peer({GetParam() == Api::kSync ? "sync" : "callback"});
  }

  std::unique_ptr<CandidateFeed> feed_;
  std::shared_ptr<::grpc::Channel> channel_;
  std::unique_ptr<CandidateService::Stub> stub_;
};

TEST_P(BrokenCallTest, CancelledInAStream) {
  EXPECT_EQ(CancelInAStream(), StatusCode::CANCELLED);
  ExpectServesTheNextCall();
}

// The client is gone before the server encodes its answer.
TEST_P(BrokenCallTest, CancelledBeforeTheAnswer) {
  feed_->calls().HoldAnswers();
  ClientContext context;
  SetDeadline(&context);
  std::thread canceller([&] {
    EXPECT_TRUE(feed_->calls().WaitForHeldAnswer());
    context.TryCancel();
  });
  GenerateResponse response;
  const Status status = stub_->Generate(&context, {}, &response);
  canceller.join();
  EXPECT_EQ(status.error_code(), StatusCode::CANCELLED);
  feed_->calls().ReleaseAnswers();
  ExpectServesTheNextCall();
}

TEST_P(BrokenCallTest, OutOfTimeBeforeTheAnswer) {
  feed_->calls().HoldAnswers();
  ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::milliseconds(30));
  GenerateResponse response;
  const Status status = stub_->Generate(&context, {}, &response);
  EXPECT_EQ(status.error_code(), StatusCode::DEADLINE_EXCEEDED);
  feed_->calls().ReleaseAnswers();
  ExpectServesTheNextCall();
}

// The client reads on until its time is up.
TEST_P(BrokenCallTest, OutOfTimeInAStream) {
  ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::milliseconds(100));
  const auto stream = stub_->GenerateStream(&context, {});
  GenerateResponse response;
  while (stream->Read(&response)) {
  }
  EXPECT_EQ(stream->Finish().error_code(), StatusCode::DEADLINE_EXCEEDED);
  ExpectServesTheNextCall();
}

// The client takes nothing, so the server stands in the middle of a response.
TEST_P(BrokenCallTest, OutOfTimeInAStreamThatNobodyReads) {
  ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::milliseconds(100));
  const auto stream = stub_->GenerateStream(&context, {});
  EXPECT_EQ(stream->Finish().error_code(), StatusCode::DEADLINE_EXCEEDED);
  ExpectServesTheNextCall();
}

TEST_P(BrokenCallTest, TheClientIsKilled) {
  ChildProcess client = Peer({absl::StrCat(feed_->port())});
  ASSERT_EQ(client.number(), 1);
  client.Kill();
  ExpectServesTheNextCall();
}

TEST_P(BrokenCallTest, TheServerIsKilled) {
  ChildProcess server = OtherServer();
  ASSERT_NE(server.number(), 0);
  const auto stub = CandidateService::NewStub(ConnectTo(server.number()));
  ClientContext context;
  SetDeadline(&context);
  const auto stream = stub->GenerateStream(&context, {});
  GenerateResponse response;
  EXPECT_TRUE(stream->Read(&response));
  server.Kill();
  while (stream->Read(&response)) {
  }
  EXPECT_EQ(stream->Finish().error_code(), StatusCode::UNAVAILABLE);
  ExpectServesTheNextCall();
}

// Bytes that the process holds from malloc; about nothing under a sanitizer,
// whose leak check does this work.
size_t BytesInUse() {
  const struct mallinfo2 info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

constexpr int kCancelledCalls = 20;

// Not more than `before` and a fifth of what one message a call would be: the
// transport lets go of the last few calls' slices later. Waits for that,
// calling `stir` from time to time.
void ExpectLittleMoreInUse(size_t before, const std::function<void()>& stir) {
  const size_t limit = before + kCancelledCalls * kLargeResponseBytes / 5;
  for (int i = 0; i < 100 && BytesInUse() > limit; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stir();
  }
  EXPECT_LE(BytesInUse(), limit);
}

// The clients are other processes, connected to the end.
TEST_P(BrokenCallTest, NoMemoryStaysBehindInTheServer) {
  const std::string port = absl::StrCat(feed_->port());
  ChildProcess warm_up = Peer({port, "3"});
  ASSERT_EQ(warm_up.number(), 3);
  ExpectServesTheNextCall();
  const size_t before = BytesInUse();
  ChildProcess client = Peer({port, absl::StrCat(kCancelledCalls)});
  ASSERT_EQ(client.number(), kCancelledCalls);
  EXPECT_TRUE(feed_->calls().WaitUntilIdle());
  ExpectLittleMoreInUse(before, [this] { ExpectServesTheNextCall(); });
}

// While it is connected, but with gRPC 1.83 when the connection has ended: that
// one's client keeps much of what has come for cancelled calls until then,
// whatever the codec.
TEST_P(BrokenCallTest, NoMemoryStaysBehindInTheClient) {
  ChildProcess server = OtherServer();
  ASSERT_NE(server.number(), 0);
  ExpectServesTheNextCall();
  const size_t before = BytesInUse();
  channel_ = ConnectTo(server.number());
  stub_ = CandidateService::NewStub(channel_);
  for (int i = 0; i < kCancelledCalls; ++i) {
    EXPECT_EQ(CancelInAStream(), StatusCode::CANCELLED);
  }
  if (kNewerGrpc) {
    stub_.reset();
    channel_.reset();
  }
  ExpectLittleMoreInUse(before, [this] {
    if (stub_ != nullptr) ExpectServesTheNextCall();
  });
}

TEST_P(BrokenCallTest, SlicesAreGoodAfterTheCallAndItsServerHaveEnded) {
  ByteBuffer response;
  {
    ::grpc::GenericStub stub(channel_);
    ClientContext context;
    SetDeadline(&context);
    const ByteBuffer request(nullptr, 0);
    Status status;
    absl::Notification done;
    stub.UnaryCall(&context, kGenerate, {}, &request, &response,
                   [&](Status result) {
                     status = std::move(result);
                     done.Notify();
                   });
    done.WaitForNotification();
    ASSERT_TRUE(status.ok()) << status.error_message();
  }
  const std::vector<::grpc::Slice> slices = testing::SlicesOf(response);
  response.Clear();
  stub_.reset();
  channel_.reset();
  feed_.reset();
  GenerateResponse decoded;
  EXPECT_TRUE(decoded.ParseFromString(testing::Join(slices)));
  EXPECT_TRUE(IsLargeResponse(decoded));
}

// All handlers encode the same const message at once.
TEST_P(BrokenCallTest, SomeOfManyCallsAreCancelled) {
  constexpr int kThreads = 6;
  std::vector<StatusCode> codes(kThreads, StatusCode::UNKNOWN);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      if (i % 2 == 0) {
        codes[i] = CancelInAStream();
        return;
      }
      ClientContext context;
      SetDeadline(&context);
      GenerateResponse response;
      codes[i] = stub_->Generate(&context, {}, &response).error_code();
      EXPECT_TRUE(IsLargeResponse(response));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < kThreads; ++i) {
    EXPECT_EQ(codes[i], i % 2 == 0 ? StatusCode::CANCELLED : StatusCode::OK);
  }
  ExpectServesTheNextCall();
}

TEST_P(BrokenCallTest, TheMessagesGoThroughTheCodec) {
  const HopCounts counts("candidates.v1.GenerateResponse");
  ExpectServesTheNextCall();
  EXPECT_EQ(counts.Encoded(), 1);
  EXPECT_EQ(counts.Decoded(), 1);
  EXPECT_EQ(counts.DecodeErrors(), 0);
  EXPECT_EQ(counts.ParityDifferences(), 0);
}

INSTANTIATE_TEST_SUITE_P(Server, BrokenCallTest,
                         ::testing::Values(Api::kSync, Api::kCallback),
                         [](const auto& info) { return ToString(info.param); });

}  // namespace
}  // namespace backwire::hops
