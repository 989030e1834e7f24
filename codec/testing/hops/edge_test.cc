// What the peers see at the edges of gRPC. The expected codes are stock's: the
// run with --codec=stock holds this file to that, the others hold the codecs to
// it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "backwire/testing/hops/echo.h"
#include "backwire/testing/hops/raw_call.h"

namespace backwire::hops {
namespace {

using ::grpc::ClientContext;
using ::grpc::StatusCode;

constexpr Api kApis[] = {Api::kSync, Api::kCallback, Api::kCompletionQueue};
constexpr Shape kShapes[] = {Shape::kUnary, Shape::kCollect, Shape::kSpread,
                             Shape::kChat};

// A text of 5 bytes, of which 3 are there.
constexpr char kTruncated[] =
    "\x0a\x05"
    "abc";
constexpr char kValid[] =
    "\x0a\x03"
    "abc";

EchoRequest RequestOf(size_t payload_bytes) {
  EchoRequest request;
  request.set_text("text");
  request.set_payload(std::string(payload_bytes, 'p'));
  return request;
}

class EdgeTest : public testing::TestWithParam<std::tuple<Api, Shape>> {
 protected:
  Api api() const { return std::get<0>(GetParam()); }
  Shape shape() const { return std::get<1>(GetParam()); }

  // One call by this API to this server.
  Outcome Call(const std::shared_ptr<::grpc::Channel>& channel,
               const std::vector<EchoRequest>& requests) {
    const auto stub = Echo::NewStub(channel);
    ClientContext context;
    SetDeadline(&context);
    return CallEcho(api(), shape(), *stub, &context, requests);
  }
};

std::string ParameterName(
    const testing::TestParamInfo<std::tuple<Api, Shape>>& info) {
  return absl::StrCat(ToString(std::get<0>(info.param)),
                      ToString(std::get<1>(info.param)));
}

// The server's side: this API and shape of server, and raw bytes.

using ServerEdgeTest = EdgeTest;

StatusCode CodeOfUnparsableRequest(Api api, Shape shape) {
  // A stream simply ends for the handler.
  if (StreamsRequests(shape)) return StatusCode::OK;
  return api == Api::kCallback && !kNewerGrpc ? StatusCode::UNIMPLEMENTED
                                              : StatusCode::INTERNAL;
}

TEST_P(ServerEdgeTest, AnUnparsableRequest) {
  const auto server = StartEchoServer(api());
  const RawOutcome outcome =
      CallRaw(server->Connect(), MethodPath(shape()), {ToBuffer(kTruncated)});
  EXPECT_EQ(outcome.status.error_code(),
            CodeOfUnparsableRequest(api(), shape()))
      << outcome.status.error_message();
}

TEST_P(ServerEdgeTest, AnUnparsableRequestAfterAValidOne) {
  if (!StreamsRequests(shape())) return;
  const auto server = StartEchoServer(api());
  const RawOutcome outcome =
      CallRaw(server->Connect(), MethodPath(shape()),
              {ToBuffer(kValid), ToBuffer(kTruncated), ToBuffer(kValid)});
  EXPECT_EQ(outcome.status.error_code(), StatusCode::OK)
      << outcome.status.error_message();
  ASSERT_EQ(outcome.responses.size(), 1);
  EchoResponse response;
  ASSERT_TRUE(response.ParseFromString(outcome.responses[0]));
  EXPECT_EQ(response.text(),
            shape() == Shape::kCollect ? "abc;" : "answer to abc");
}

TEST_P(ServerEdgeTest, ARequestWithoutASlice) {
  const auto server = StartEchoServer(api());
  const RawOutcome outcome =
      CallRaw(server->Connect(), MethodPath(shape()), {BufferWithoutSlices()});
  EXPECT_EQ(outcome.status.error_code(), StatusCode::OK)
      << outcome.status.error_message();
  EXPECT_EQ(outcome.responses.size(),
            shape() == Shape::kSpread ? kSpreadResponses : 1);
}

TEST_P(ServerEdgeTest, ARequestThatIsTooLarge) {
  const auto server = StartEchoServer(api(), {/*max_receive_bytes=*/1000, -1});
  const Outcome outcome = Call(server->Connect(), {RequestOf(2000)});
  EXPECT_EQ(outcome.status.error_code(), StatusCode::RESOURCE_EXHAUSTED)
      << outcome.status.error_message();
  EXPECT_TRUE(outcome.responses.empty());
}

TEST_P(ServerEdgeTest, AResponseThatIsTooLarge) {
  const auto server = StartEchoServer(api(), {-1, /*max_send_bytes=*/1000});
  const Outcome outcome = Call(server->Connect(), {RequestOf(2000)});
  EXPECT_EQ(outcome.status.error_code(), StatusCode::RESOURCE_EXHAUSTED)
      << outcome.status.error_message();
  EXPECT_TRUE(outcome.responses.empty());
}

// The first message is not too large.
TEST_P(ServerEdgeTest, ALaterRequestThatIsTooLarge) {
  if (!StreamsRequests(shape())) return;
  const auto server = StartEchoServer(api(), {/*max_receive_bytes=*/1000, -1});
  const Outcome outcome =
      Call(server->Connect(), {RequestOf(1), RequestOf(2000)});
  EXPECT_EQ(outcome.status.error_code(), StatusCode::RESOURCE_EXHAUSTED)
      << outcome.status.error_message();
}

// Of a response whose payload has 100,000 bytes, a client that does not
// decompress gets far less.
void ExpectCompressedResponses(Api api, Shape shape,
                               grpc_compression_algorithm algorithm) {
  ServerLimits limits;
  limits.compression = algorithm;
  const auto server = StartEchoServer(api, limits);
  const std::string request = RequestOf(100'000).SerializeAsString();
  ::grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_ENABLE_PER_MESSAGE_DECOMPRESSION, 0);
  const RawOutcome compressed = CallRaw(server->Connect(arguments),
                                        MethodPath(shape), {ToBuffer(request)});
  ASSERT_TRUE(compressed.status.ok()) << compressed.status.error_message();
  ASSERT_FALSE(compressed.responses.empty());
  EXPECT_LT(compressed.responses[0].size(), 5'000);
  const RawOutcome plain =
      CallRaw(server->Connect(), MethodPath(shape), {ToBuffer(request)});
  ASSERT_FALSE(plain.responses.empty());
  EchoResponse response;
  ASSERT_TRUE(response.ParseFromString(plain.responses[0]));
  EXPECT_EQ(response.payload(), RequestOf(100'000).payload());
}

TEST_P(ServerEdgeTest, ResponsesCompressedByGzip) {
  ExpectCompressedResponses(api(), shape(), GRPC_COMPRESS_GZIP);
}

TEST_P(ServerEdgeTest, ResponsesCompressedByDeflate) {
  ExpectCompressedResponses(api(), shape(), GRPC_COMPRESS_DEFLATE);
}

INSTANTIATE_TEST_SUITE_P(All, ServerEdgeTest,
                         testing::Combine(testing::ValuesIn(kApis),
                                          testing::ValuesIn(kShapes)),
                         ParameterName);

// The client's side: this API and shape of call.

using ClientEdgeTest = EdgeTest;

// Only the synchronous unary call tells its caller. To the others the call
// itself has succeeded: a stream of responses just ends, and what one response
// holds then is anybody's guess.
StatusCode CodeOfUnparsableResponse(Api api, Shape shape) {
  return api == Api::kSync && shape == Shape::kUnary ? StatusCode::UNIMPLEMENTED
                                                     : StatusCode::OK;
}

TEST_P(ClientEdgeTest, AnUnparsableResponse) {
  const RawServer server(1, {kTruncated});
  if (api() == Api::kSync && shape() == Shape::kCollect) {
    // gRPC asserts that it could read the response, and ends the process.
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(Call(server.Connect(), {RequestOf(1)}),
                 kNewerGrpc ? "Check failed" : "assertion failed");
    return;
  }
  const Outcome outcome = Call(server.Connect(), {RequestOf(1)});
  EXPECT_EQ(outcome.status.error_code(),
            CodeOfUnparsableResponse(api(), shape()))
      << outcome.status.error_message();
  if (StreamsResponses(shape())) {
    EXPECT_TRUE(outcome.responses.empty());
  }
}

TEST_P(ClientEdgeTest, AnUnparsableResponseAfterAValidOne) {
  if (!StreamsResponses(shape())) return;
  // What came behind it would stay unread, and with it the status.
  const RawServer server(1, {kValid, kTruncated});
  const Outcome outcome = Call(server.Connect(), {RequestOf(1)});
  EXPECT_EQ(outcome.status.error_code(), StatusCode::OK)
      << outcome.status.error_message();
  ASSERT_EQ(outcome.responses.size(), 1);
  EXPECT_EQ(outcome.responses[0].text(), "abc");
}

TEST_P(ClientEdgeTest, AResponseWithoutASlice) {
  const RawServer server(1, {""});
  const Outcome outcome = Call(server.Connect(), {RequestOf(1)});
  EXPECT_EQ(outcome.status.error_code(), StatusCode::OK)
      << outcome.status.error_message();
  ASSERT_EQ(outcome.responses.size(), 1);
  EXPECT_EQ(outcome.responses[0].ByteSizeLong(), 0);
}

StatusCode CodeOfTooLargeResponse(Api api, Shape shape) {
  return kNewerGrpc && StreamsResponses(shape) && api != Api::kCallback
             ? StatusCode::CANCELLED
             : StatusCode::RESOURCE_EXHAUSTED;
}

TEST_P(ClientEdgeTest, AResponseThatIsTooLarge) {
  const auto server = StartEchoServer(Api::kCallback);
  ::grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(1000);
  const Outcome outcome = Call(server->Connect(arguments), {RequestOf(2000)});
  EXPECT_EQ(outcome.status.error_code(), CodeOfTooLargeResponse(api(), shape()))
      << outcome.status.error_message();
  EXPECT_TRUE(outcome.responses.empty());
}

TEST_P(ClientEdgeTest, ALaterResponseThatIsTooLarge) {
  if (shape() != Shape::kChat) return;
  const auto server = StartEchoServer(Api::kCallback);
  ::grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(1000);
  const Outcome outcome =
      Call(server->Connect(arguments), {RequestOf(1), RequestOf(2000)});
  EXPECT_EQ(outcome.status.error_code(), CodeOfTooLargeResponse(api(), shape()))
      << outcome.status.error_message();
  EXPECT_EQ(outcome.responses.size(), 1);
}

// A message of exactly that size, the empty one too. There is none of 1 byte.
EchoRequest RequestOfSize(int size_bytes) {
  EchoRequest request;
  if (size_bytes == 2) request.set_index(1);
  if (size_bytes == 3) request.set_text("x");
  if (size_bytes > 3) {
    request.set_payload(std::string(size_bytes - 2, 'p'));
  }
  EXPECT_EQ(request.ByteSizeLong(), size_bytes);
  return request;
}

// Slices of up to 23 bytes live inside their handle.
TEST_P(ClientEdgeTest, SmallMessagesOfEverySize) {
  const auto server = StartEchoServer(api());
  const auto channel = server->Connect();
  for (int size_bytes = 0; size_bytes <= 40; ++size_bytes) {
    if (size_bytes == 1) continue;
    SCOPED_TRACE(size_bytes);
    const EchoRequest request = RequestOfSize(size_bytes);
    const int count = StreamsRequests(shape()) ? 2 : 1;
    const std::vector<EchoRequest> requests(count, request);
    const Outcome outcome = Call(channel, requests);
    ASSERT_TRUE(outcome.status.ok()) << outcome.status.error_message();
    ASSERT_FALSE(outcome.responses.empty());
    const EchoResponse expected =
        shape() == Shape::kCollect ? Summary(requests) : Answer(request);
    EXPECT_EQ(outcome.responses[0].SerializeAsString(),
              expected.SerializeAsString());
  }
}

TEST_P(ClientEdgeTest, ARequestThatIsTooLarge) {
  const auto server = StartEchoServer(Api::kCallback);
  ::grpc::ChannelArguments arguments;
  arguments.SetMaxSendMessageSize(1000);
  const Outcome outcome = Call(server->Connect(arguments), {RequestOf(2000)});
  EXPECT_EQ(outcome.status.error_code(), StatusCode::RESOURCE_EXHAUSTED)
      << outcome.status.error_message();
}

TEST_P(ClientEdgeTest, ACallThatIsCancelled) {
  const auto server = StartEchoServer(Api::kCallback);
  const auto stub = Echo::NewStub(server->Connect());
  ClientContext context;
  SetDeadline(&context);
  context.TryCancel();
  const Outcome outcome =
      CallEcho(api(), shape(), *stub, &context, {RequestOf(100)});
  EXPECT_EQ(outcome.status.error_code(), StatusCode::CANCELLED);
}

// The server waits for more requests than come.
TEST_P(ClientEdgeTest, ADeadlineThatPasses) {
  const RawServer server(/*request_count=*/100, {kValid});
  const auto stub = Echo::NewStub(server.Connect());
  ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::milliseconds(20));
  const Outcome outcome =
      CallEcho(api(), shape(), *stub, &context, {RequestOf(100)});
  EXPECT_EQ(outcome.status.error_code(), StatusCode::DEADLINE_EXCEEDED);
}

void ExpectCompressed(Api api, Shape shape,
                      grpc_compression_algorithm algorithm) {
  const auto server = StartEchoServer(Api::kCallback);
  const auto stub = Echo::NewStub(server->Connect());
  ClientContext context;
  SetDeadline(&context);
  context.set_compression_algorithm(algorithm);
  const std::vector<EchoRequest> requests = {RequestOf(100'000)};
  const Outcome outcome = CallEcho(api, shape, *stub, &context, requests);
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.error_message();
  ASSERT_FALSE(outcome.responses.empty());
  EXPECT_EQ(outcome.responses[0].payload(), requests[0].payload());
}

TEST_P(ClientEdgeTest, ACallCompressedByGzip) {
  ExpectCompressed(api(), shape(), GRPC_COMPRESS_GZIP);
}

TEST_P(ClientEdgeTest, ACallCompressedByDeflate) {
  ExpectCompressed(api(), shape(), GRPC_COMPRESS_DEFLATE);
}

INSTANTIATE_TEST_SUITE_P(All, ClientEdgeTest,
                         testing::Combine(testing::ValuesIn(kApis),
                                          testing::ValuesIn(kShapes)),
                         ParameterName);

}  // namespace
}  // namespace backwire::hops
