// That one message in kTimedEvery is timed, in both directions. The choice of
// the codec is the process's.
#include <grpcpp/impl/codegen/proto_utils.h>
#include <gtest/gtest.h>

#include "backwire/grpc/seam.h"
#include "backwire/grpc/start.h"
#include "backwire/registry/counters.h"
#include "hops/hops.pb.h"

namespace backwire {
namespace {

using Traits = ::grpc::SerializationTraits<google::protobuf::MessageLite>;

TypeCounters CountersOfRequest() {
  for (const TypeCounters& type : SnapshotCounters().types) {
    if (type.type_name == "backwire.hops.EchoRequest") return type;
  }
  ADD_FAILURE() << "the type has no counters";
  return {};
}

void EncodeAndDecode() {
  hops::EchoRequest message;
  message.set_text("text");
  ::grpc::ByteBuffer buffer;
  bool own_buffer = false;
  google::protobuf::MessageLite* const lite = &message;
  ASSERT_TRUE(Traits::Serialize(*lite, &buffer, &own_buffer).ok());
  ASSERT_TRUE(Traits::Deserialize(&buffer, lite).ok());
}

TEST(SeamTimeTest, TimesOneMessageInKTimedEvery) {
  ASSERT_TRUE(Start({"generated", 0.01}).ok());
  const TypeCounters before = CountersOfRequest();
  for (uint64_t i = 0; i < 3 * kTimedEvery; ++i) EncodeAndDecode();
  const TypeCounters after = CountersOfRequest();
  EXPECT_EQ(after.encoded_messages - before.encoded_messages, 3 * kTimedEvery);
  EXPECT_EQ(after.timed_encodes - before.timed_encodes, 3);
  EXPECT_EQ(after.timed_decodes - before.timed_decodes, 3);
  EXPECT_GT(after.timed_encode_ns, before.timed_encode_ns);
  EXPECT_GT(after.timed_decode_ns, before.timed_decode_ns);
}

}  // namespace
}  // namespace backwire
