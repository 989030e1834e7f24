// Two processes with a codec each, in all pairs: what one sends the other
// understands, and nothing is lost on the way there and back.
#include <gmock/gmock.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "backwire/testing/hops/child_process.h"
#include "backwire/testing/hops/echo.h"
#include "backwire/testing/hops/raw_call.h"
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

// "none": a process that never starts backwire.
constexpr const char* kServerCodecs[] = {"none", "stock", "reflective",
                                         "generated", "parity"};

class OneSideTest : public testing::TestWithParam<const char*> {
 protected:
  // A server for each codec, for all tests.
  static void SetUpTestSuite() {
    servers_ = new std::map<std::string, std::unique_ptr<ChildProcess>>;
    for (const char* codec : kServerCodecs) {
      (*servers_)[codec] = std::make_unique<ChildProcess>(
          MIRROR_SERVER, std::vector<std::string>{codec});
    }
  }
  static void TearDownTestSuite() {
    for (const auto& [codec, server] : *servers_) {
      EXPECT_EQ(server->Stop(), 0) << codec;
    }
    delete servers_;
  }

  void SetUp() override {
    const int port = servers_->at(GetParam())->number();
    ASSERT_NE(port, 0);
    channel_ = ::grpc::CreateChannel(absl::StrCat("127.0.0.1:", port),
                                     ::grpc::InsecureChannelCredentials());
    stub_ = Mirror::NewStub(channel_);
  }

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

  static std::map<std::string, std::unique_ptr<ChildProcess>>* servers_;
  std::shared_ptr<::grpc::Channel> channel_;
  std::unique_ptr<Mirror::Stub> stub_;
};

std::map<std::string, std::unique_ptr<ChildProcess>>* OneSideTest::servers_ =
    nullptr;

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

TEST_P(OneSideTest, AMissingRequiredFieldIsRefused) {
  StrictMessage message;
  message.set_name("outer");
  message.mutable_next()->set_note("no name");
  const RawOutcome outcome =
      CallRaw(channel_, "/backwire.hops.Mirror/Strict",
              {ToBuffer(message.SerializePartialAsString())});
  EXPECT_EQ(outcome.status.error_code(), ::grpc::StatusCode::INTERNAL);
  EXPECT_TRUE(outcome.responses.empty());
}

TEST_P(OneSideTest, TypesWithoutGeneratedCodeComeBackByStock) {
  const CodecCounts before = ServerCounts();
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
  const CodecCounts after = ServerCounts();
  EXPECT_EQ(after.fall_through_encodes() - before.fall_through_encodes(), 4);
  // The last one is the request for these counts.
  EXPECT_EQ(after.fall_through_decodes() - before.fall_through_decodes(), 5);
}

TEST_P(OneSideTest, TheServerUsesItsOwnCodec) {
  const CodecCounts before = ServerCounts();
  EchoRequest message;
  message.set_text("text");
  ExpectMirrored(message,
                 static_cast<StubMethod<EchoRequest>>(&Mirror::Stub::Text),
                 "Text");
  const CodecCounts after = ServerCounts();
  const std::string codec = GetParam();
  EXPECT_EQ(after.codec(), codec == "none" ? "stock" : codec);
  // Once by the stub, once as bytes.
  const int calls = codec == "none" ? 0 : 2;
  EXPECT_EQ(after.decoded_requests() - before.decoded_requests(), calls);
  EXPECT_EQ(after.encoded_requests() - before.encoded_requests(), calls);
}

INSTANTIATE_TEST_SUITE_P(Server, OneSideTest, testing::ValuesIn(kServerCodecs),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace backwire::hops
