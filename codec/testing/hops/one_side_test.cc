// Two processes with a codec each, in all pairs: what one sends the other
// understands, and nothing is lost on the way there and back.
#include <gmock/gmock.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "backwire/testing/hops/echo.h"
#include "backwire/testing/hops/raw_call.h"
#include "backwire/testing/hops/server_process.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/util/message_differencer.h"
#include "hops/newer.pb.h"
#include "proto/workload/generate.h"

namespace backwire::hops {
namespace {

using ::candidates::v1::GenerateResponse;
using ::google::protobuf::util::MessageDifferencer;
using ::grpc::ClientContext;
using ::grpc::Status;

template <class M>
using StubMethod = Status (Mirror::Stub::*)(ClientContext*, const M&, M*);

class OneSideTest : public testing::TestWithParam<const char*> {
 protected:
  OneSideTest()
      : server_(MIRROR_SERVER, GetParam()),
        channel_(
            ::grpc::CreateChannel(absl::StrCat("127.0.0.1:", server_.port()),
                                  ::grpc::InsecureChannelCredentials())),
        stub_(Mirror::NewStub(channel_)) {}
  void SetUp() override { ASSERT_NE(server_.port(), 0); }
  void TearDown() override { EXPECT_EQ(server_.Stop(), 0); }

  // The message comes back as it was sent, by this process's codec and as bytes
  // that stock wrote.
  template <class M>
  void ExpectMirrored(const M& message, StubMethod<M> method,
                      const std::string& method_name) {
    ClientContext context;
    SetDeadline(&context);
    M response;
    const Status status = ((*stub_).*method)(&context, message, &response);
    ASSERT_TRUE(status.ok()) << status.error_message();
    EXPECT_TRUE(MessageDifferencer::Equals(response, message));
    ExpectBytesMirrored(message, method_name);
  }

  template <class M>
  void ExpectBytesMirrored(const M& message, const std::string& method_name) {
    const std::string bytes = message.SerializeAsString();
    const RawOutcome outcome =
        CallRaw(channel_, absl::StrCat("/backwire.hops.Mirror/", method_name),
                {bytes.empty() ? BufferWithoutSlices() : ToBuffer(bytes)});
    ASSERT_TRUE(outcome.status.ok()) << outcome.status.error_message();
    ASSERT_EQ(outcome.responses.size(), 1);
    EXPECT_EQ(outcome.responses[0].size(), bytes.size());
    M response;
    ASSERT_TRUE(response.ParseFromString(outcome.responses[0]));
    EXPECT_TRUE(MessageDifferencer::Equals(response, message));
  }

  void ExpectCandidatesMirrored(const GenerateResponse& message) {
    ExpectMirrored(
        message,
        static_cast<StubMethod<GenerateResponse>>(&Mirror::Stub::Candidates),
        "Candidates");
  }

  CodecCounts ServerCounts() {
    ClientContext context;
    SetDeadline(&context);
    CodecCounts counts;
    const Status status = stub_->Counts(&context, {}, &counts);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return counts;
  }

  ServerProcess server_;
  std::shared_ptr<::grpc::Channel> channel_;
  std::unique_ptr<Mirror::Stub> stub_;
};

TEST_P(OneSideTest, CandidatesComeBack) {
  ExpectCandidatesMirrored({});
  ExpectCandidatesMirrored(workload::MakeReferenceResponse(1));
  GenerateResponse message = workload::MakeReferenceResponse(2000);
  ExpectCandidatesMirrored(message);
  for (auto& candidate : *message.mutable_candidates()) {
    candidate.clear_metadata();
  }
  ExpectCandidatesMirrored(message);
  EXPECT_EQ(ServerCounts().parity_differences(), 0);
}

// Slices of up to 23 bytes live inside their handle.
TEST_P(OneSideTest, SmallMessagesComeBack) {
  for (int size_bytes = 4; size_bytes <= 40; ++size_bytes) {
    SCOPED_TRACE(size_bytes);
    EchoRequest message;
    message.set_index(7);
    message.set_text(std::string(size_bytes - 4, 'x'));
    if (size_bytes == 4) message.set_index(300'000);
    ASSERT_EQ(message.ByteSizeLong(), size_bytes);
    ExpectMirrored(message,
                   static_cast<StubMethod<EchoRequest>>(&Mirror::Stub::Text),
                   "Text");
  }
}

TEST_P(OneSideTest, UnknownFieldsOfANewerClientComeBack) {
  NewerRequest message;
  message.set_text("text");
  message.set_index(3);
  message.set_reason("a field that the server does not know");
  message.add_offsets(-1);
  message.add_offsets(1'000'000'007);
  message.mutable_parent()->set_reason("nested");
  message.set_checksum(0x01020304);
  message.set_weight(-0.0);
  ::grpc::TemplatedGenericStub<NewerRequest, NewerRequest> stub(channel_);
  ClientContext context;
  SetDeadline(&context);
  NewerRequest response;
  Status status;
  absl::Notification done;
  stub.UnaryCall(&context, "/backwire.hops.Mirror/Text", {}, &message,
                 &response, [&](Status result) {
                   status = std::move(result);
                   done.Notify();
                 });
  done.WaitForNotification();
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.SerializeAsString(), message.SerializeAsString());
  // The same fields, unknown on this side too.
  EchoRequest older;
  ASSERT_TRUE(older.ParseFromString(message.SerializeAsString()));
  ExpectMirrored(
      older, static_cast<StubMethod<EchoRequest>>(&Mirror::Stub::Text), "Text");
}

TEST_P(OneSideTest, RequiredFieldsComeBack) {
  StrictMessage message;
  message.set_name("outer");
  message.mutable_next()->set_name("");
  ExpectMirrored(message,
                 static_cast<StubMethod<StrictMessage>>(&Mirror::Stub::Strict),
                 "Strict");
}

TEST_P(OneSideTest, TypesWithoutGeneratedCodeComeBackByStock) {
  PlainMessage plain;
  plain.set_name("plain");
  (*plain.mutable_counts())["key"] = -1;
  plain.add_children()->set_name("child");
  ExpectMirrored(plain,
                 static_cast<StubMethod<PlainMessage>>(&Mirror::Stub::Plain),
                 "Plain");
  google::protobuf::Struct well_known;
  (*well_known.mutable_fields())["number"].set_number_value(0.5);
  (*well_known.mutable_fields())["list"]
      .mutable_list_value()
      ->add_values()
      ->set_string_value("item");
  ExpectMirrored(well_known,
                 static_cast<StubMethod<google::protobuf::Struct>>(
                     &Mirror::Stub::WellKnown),
                 "WellKnown");
  if (std::string(GetParam()) == "none") return;
  const CodecCounts counts = ServerCounts();
  EXPECT_EQ(counts.fall_through_encodes(), 4);
  // The last one is the request for these counts.
  EXPECT_EQ(counts.fall_through_decodes(), 5);
}

TEST_P(OneSideTest, TheServerUsesItsOwnCodec) {
  EchoRequest message;
  message.set_text("text");
  ExpectMirrored(message,
                 static_cast<StubMethod<EchoRequest>>(&Mirror::Stub::Text),
                 "Text");
  const CodecCounts counts = ServerCounts();
  const std::string codec = GetParam();
  EXPECT_EQ(counts.codec(), codec == "none" ? "stock" : codec);
  // Once by the stub, once as bytes.
  EXPECT_EQ(counts.decoded_requests(), codec == "none" ? 0 : 2);
  EXPECT_EQ(counts.encoded_requests(), codec == "none" ? 0 : 2);
}

INSTANTIATE_TEST_SUITE_P(Server, OneSideTest,
                         testing::Values("none", "stock", "reflective",
                                         "generated", "parity"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace backwire::hops
