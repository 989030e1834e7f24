// Views in the place of received messages: the same responses and the same
// status codes as with messages, in every shape of call, whatever the process's
// codec is; and no message is decoded.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "backwire/grpc/held_slices.h"
#include "backwire/testing/hops/hop_counts.h"
#include "backwire/testing/hops/raw_call.h"
#include "backwire/testing/hops/view_echo.h"
#include "google/protobuf/text_format.h"

namespace backwire::hops {
namespace {

constexpr Shape kShapes[] = {Shape::kUnary, Shape::kCollect, Shape::kSpread,
                             Shape::kChat};

std::vector<EchoRequest> RequestsOf(Shape shape) {
  std::vector<EchoRequest> requests(StreamsRequests(shape) ? 4 : 1);
  for (size_t i = 0; i < requests.size(); ++i) {
    requests[i].set_text(absl::StrCat("request ", i));
    requests[i].set_index(static_cast<uint32_t>(10 * i));
    // Below and above what lives inside a slice's handle, and in several
    // slices.
    requests[i].set_payload(std::string(i * 20000, 'p'));
  }
  return requests;
}

std::vector<std::string> Texts(const Outcome& outcome) {
  ::google::protobuf::TextFormat::Printer printer;
  printer.SetSingleLineMode(true);
  std::vector<std::string> texts;
  for (const EchoResponse& response : outcome.responses) {
    // Unlike ShortDebugString(), the same in every version.
    texts.emplace_back();
    (void)printer.PrintToString(response, &texts.back());
  }
  return texts;
}

class ViewHopTest : public ::testing::TestWithParam<Shape> {
 protected:
  Shape shape() const { return GetParam(); }
  const std::vector<EchoRequest> requests_ = RequestsOf(GetParam());

  // What messages make of it, on both sides. How a call ends depends on the
  // API, too.
  Outcome ByMessages(const std::shared_ptr<::grpc::Channel>& channel) {
    const auto stub = Echo::NewStub(channel);
    ::grpc::ClientContext context;
    SetDeadline(&context);
    return CallEcho(Api::kCallback, shape(), *stub, &context, requests_);
  }
};

TEST_P(ViewHopTest, ServerReadsRequestsAsViews) {
  const auto server = StartViewEchoServer();
  const auto usual = StartEchoServer(Api::kCallback);
  const Outcome expected = ByMessages(usual->Connect());
  ASSERT_TRUE(expected.status.ok());
  const ViewCounts before = CountViews();
  const HopCounts requests("backwire.hops.EchoRequest");
  const Outcome outcome = ByMessages(server->Connect());
  EXPECT_TRUE(outcome.status.ok()) << outcome.status.error_message();
  EXPECT_EQ(Texts(outcome), Texts(expected));
  EXPECT_EQ(CountViews().messages - before.messages, requests_.size());
  EXPECT_EQ(requests.Decoded(), 0u);
}

TEST_P(ViewHopTest, CallerReadsResponsesAsViews) {
  const auto server = StartEchoServer(Api::kCallback);
  const Outcome expected = ByMessages(server->Connect());
  const ViewCounts before = CountViews();
  const HopCounts responses("backwire.hops.EchoResponse");
  const Outcome outcome =
      CallEchoForViews(Api::kCallback, shape(), server->Connect(), requests_);
  EXPECT_TRUE(outcome.status.ok()) << outcome.status.error_message();
  EXPECT_EQ(Texts(outcome), Texts(expected));
  EXPECT_EQ(CountViews().messages - before.messages, expected.responses.size());
  EXPECT_EQ(responses.Decoded(), 0u);
}

// A text of 5 bytes, of which 3 are there; and one that is no UTF-8.
constexpr const char* kMalformed[] = {
    "\x0a\x05"
    "abc",
    "\x0a\x02\xff\xff"};

TEST_P(ViewHopTest, MalformedRequestsEndAsWithMessages) {
  const auto server = StartViewEchoServer();
  const auto usual = StartEchoServer(Api::kCallback);
  for (const char* bytes : kMalformed) {
    const std::vector<::grpc::ByteBuffer> requests = {ToBuffer(bytes)};
    const std::string method = MethodPath(shape());
    const RawOutcome expected = CallRaw(usual->Connect(), method, requests);
    const uint64_t refused = CountViews().refused_messages;
    const RawOutcome outcome = CallRaw(server->Connect(), method, requests);
    EXPECT_EQ(outcome.status.error_code(), expected.status.error_code());
    EXPECT_EQ(outcome.responses, expected.responses);
    EXPECT_EQ(CountViews().refused_messages, refused + 1);
  }
}

TEST_P(ViewHopTest, MalformedResponsesEndAsWithMessages) {
  for (const char* bytes : kMalformed) {
    const RawServer server(static_cast<int>(requests_.size()), {bytes});
    const Outcome expected = ByMessages(server.Connect());
    const Outcome outcome =
        CallEchoForViews(Api::kCallback, shape(), server.Connect(), requests_);
    EXPECT_EQ(outcome.status.error_code(), expected.status.error_code());
    // By this API a unary call ends well all the same; its message is empty.
    EXPECT_EQ(Texts(outcome), shape() == Shape::kUnary
                                  ? std::vector<std::string>{""}
                                  : std::vector<std::string>{});
  }
}

INSTANTIATE_TEST_SUITE_P(AllShapes, ViewHopTest, ::testing::ValuesIn(kShapes),
                         [](const ::testing::TestParamInfo<Shape>& info) {
                           return ToString(info.param);
                         });

TEST(BlockingViewCallTest, ReadsTheResponseAsAView) {
  const auto server = StartEchoServer(Api::kSync);
  const uint64_t before = CountViews().messages;
  const std::vector<EchoRequest> requests = RequestsOf(Shape::kUnary);
  const Outcome outcome =
      CallEchoForViews(Api::kSync, Shape::kUnary, server->Connect(), requests);
  ASSERT_TRUE(outcome.status.ok());
  EXPECT_EQ(outcome.responses[0].ShortDebugString(),
            Answer(requests[0]).ShortDebugString());
  EXPECT_EQ(CountViews().messages - before, 1u);
}

TEST(BlockingViewCallTest, EndsAsWithAMessageIfTheResponseIsMalformed) {
  const RawServer server(1, {kMalformed[0]});
  const std::vector<EchoRequest> requests = RequestsOf(Shape::kUnary);
  const auto stub = Echo::NewStub(server.Connect());
  ::grpc::ClientContext context;
  SetDeadline(&context);
  const Outcome expected =
      CallEcho(Api::kSync, Shape::kUnary, *stub, &context, requests);
  const Outcome outcome =
      CallEchoForViews(Api::kSync, Shape::kUnary, server.Connect(), requests);
  EXPECT_FALSE(expected.status.ok());
  EXPECT_EQ(outcome.status.error_code(), expected.status.error_code());
}

}  // namespace
}  // namespace backwire::hops
