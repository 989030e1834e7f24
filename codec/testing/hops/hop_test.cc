// Every way that gRPC takes from a message to its bytes and back goes through
// the chosen codec, once per message: all servers x all clients x all shapes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

#include "absl/strings/str_cat.h"
#include "backwire/registry/active_codec.h"
#include "backwire/testing/hops/echo.h"
#include "backwire/testing/hops/hop_counts.h"

namespace backwire::hops {
namespace {

constexpr int kStreamedRequests = 4;

std::vector<EchoRequest> MakeRequests(Shape shape) {
  std::vector<EchoRequest> requests(StreamsRequests(shape) ? kStreamedRequests
                                                           : 1);
  for (int i = 0; i < requests.size(); ++i) {
    requests[i].set_text(absl::StrCat("request ", i));
    requests[i].set_index(10 * i);
    // Below and above what lives inside a slice's handle.
    requests[i].set_payload(std::string(i * 1000, 'p'));
  }
  return requests;
}

std::vector<std::string> Expected(Shape shape,
                                  const std::vector<EchoRequest>& requests) {
  std::vector<std::string> responses;
  if (shape == Shape::kCollect) {
    return {Summary(requests).ShortDebugString()};
  }
  for (const EchoRequest& request : requests) {
    const int steps = shape == Shape::kSpread ? kSpreadResponses : 1;
    for (int i = 0; i < steps; ++i) {
      responses.push_back(Answer(request, i).ShortDebugString());
    }
  }
  return responses;
}

std::vector<std::string> Texts(const std::vector<EchoResponse>& messages) {
  std::vector<std::string> texts;
  for (const EchoResponse& message : messages) {
    texts.push_back(message.ShortDebugString());
  }
  return texts;
}

class HopTest : public testing::TestWithParam<std::tuple<Api, Api, Shape>> {
 protected:
  Api server_api() const { return std::get<0>(GetParam()); }
  Api client_api() const { return std::get<1>(GetParam()); }
  Shape shape() const { return std::get<2>(GetParam()); }
};

void ExpectHops(const HopCounts& counts, uint64_t messages) {
  EXPECT_EQ(counts.Encoded(), messages);
  EXPECT_EQ(counts.Decoded(), messages);
  EXPECT_EQ(counts.DecodeErrors(), 0);
  const bool compared = ActiveCodec() == CodecName::kParity;
  EXPECT_EQ(counts.ParityChecks(), compared ? 2 * messages : 0);
  EXPECT_EQ(counts.ParityDifferences(), 0);
}

TEST_P(HopTest, EachMessageIsEncodedAndDecodedOnceByTheCodec) {
  const auto server = StartEchoServer(server_api());
  const auto stub = Echo::NewStub(server->Connect());
  const std::vector<EchoRequest> requests = MakeRequests(shape());
  const std::vector<std::string> expected = Expected(shape(), requests);
  const HopCounts request_counts("backwire.hops.EchoRequest");
  const HopCounts response_counts("backwire.hops.EchoResponse");
  const CodecCounters before = SnapshotCounters();

  ::grpc::ClientContext context;
  SetDeadline(&context);
  const Outcome outcome =
      CallEcho(client_api(), shape(), *stub, &context, requests);

  ASSERT_TRUE(outcome.status.ok()) << outcome.status.error_message();
  EXPECT_THAT(Texts(outcome.responses), testing::ContainerEq(expected));
  ExpectHops(request_counts, requests.size());
  ExpectHops(response_counts, expected.size());
  const CodecCounters after = SnapshotCounters();
  EXPECT_EQ(after.fall_through_encodes, before.fall_through_encodes);
  EXPECT_EQ(after.fall_through_decodes, before.fall_through_decodes);
}

constexpr Api kApis[] = {Api::kSync, Api::kCallback, Api::kCompletionQueue};
constexpr Shape kShapes[] = {Shape::kUnary, Shape::kCollect, Shape::kSpread,
                             Shape::kChat};

INSTANTIATE_TEST_SUITE_P(
    AllWays, HopTest,
    testing::Combine(testing::ValuesIn(kApis), testing::ValuesIn(kApis),
                     testing::ValuesIn(kShapes)),
    [](const testing::TestParamInfo<HopTest::ParamType>& info) {
      return absl::StrCat(ToString(std::get<0>(info.param)), "Server",
                          ToString(std::get<1>(info.param)), "Client",
                          ToString(std::get<2>(info.param)));
    });

}  // namespace
}  // namespace backwire::hops
