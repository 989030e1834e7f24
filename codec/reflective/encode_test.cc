#include "backwire/reflective/encode.h"

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "all_kinds_proto2.pb.h"
#include "all_kinds_proto3.pb.h"
#include "backwire/reflective/field_rules.h"
#include "backwire/testing/differential.h"
#include "code_size.pb.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "gtest/gtest.h"
#include "maps_proto3.pb.h"
#include "testdata/extensions.pb.h"

namespace backwire::reflective {
namespace {

using ::google::protobuf::Message;
using ::google::protobuf::io::ArrayOutputStream;
using testing::StockBytes;

std::string BytesOf(const Message& msg, bool deterministic = false) {
  const Encoder encoder(msg, deterministic);
  std::string bytes(encoder.size_bytes(), '\0');
  EXPECT_TRUE(encoder.WriteToArray(reinterpret_cast<uint8_t*>(&bytes[0])));
  return bytes;
}

maps3::StringTo ManyEntries() {
  maps3::StringTo msg;
  for (int i = 0; i < 50; ++i) {
    const std::string key = std::to_string(i * 7919 % 100);
    (*msg.mutable_f_string())[key] = std::string(static_cast<size_t>(i), 'v');
    (*msg.mutable_f_leaf())[key].set_number(i);
  }
  return msg;
}

TEST(ReflectiveEncoderTest, WritesToStreamsOfAnyBlockSize) {
  const maps3::StringTo msg = ManyEntries();
  const std::string expected = StockBytes(msg, false);
  for (const int block_bytes : {1, 2, 7, 15, 16, 17, 100, 4096}) {
    std::string bytes(expected.size(), '\0');
    ArrayOutputStream out(&bytes[0], static_cast<int>(bytes.size()),
                          block_bytes);
    EXPECT_TRUE(Encoder(msg, false).WriteTo(&out));
    EXPECT_EQ(bytes, expected) << "blocks of " << block_bytes;
    EXPECT_EQ(static_cast<size_t>(out.ByteCount()), expected.size());
  }
}

TEST(ReflectiveEncoderTest, FailsWhenTheStreamIsFull) {
  const maps3::StringTo msg = ManyEntries();
  const Encoder encoder(msg, false);
  std::string bytes(encoder.size_bytes() - 1, '\0');
  ArrayOutputStream out(&bytes[0], static_cast<int>(bytes.size()));
  EXPECT_FALSE(encoder.WriteTo(&out));
}

TEST(ReflectiveEncoderTest, SortsMapsOnlyWhenDeterministic) {
  const maps3::StringTo msg = ManyEntries();
  EXPECT_EQ(BytesOf(msg, true), StockBytes(msg, true));
  EXPECT_EQ(BytesOf(msg, false), StockBytes(msg, false));
  EXPECT_NE(BytesOf(msg, true), BytesOf(msg, false));
}

TEST(ReflectiveEncoderTest, WritesNegativeZeroAndUnnamedEnumNumbers) {
  kinds3::Singular msg;
  msg.set_f_float(-0.0f);
  msg.set_f_double(-0.0);
  msg.set_f_open(static_cast<kinds3::Open>(-123456));
  EXPECT_EQ(BytesOf(msg), StockBytes(msg));
  EXPECT_EQ(BytesOf(msg).size(), 5u + 9u + 12u);
}

TEST(ReflectiveEncoderTest, EncodesMessagesCompiledForSize) {
  code_size::Small msg;
  msg.mutable_again()->add_packed(-1);
  (*msg.mutable_again()->mutable_labels())["k"] = "v";
  (*msg.mutable_leaves())[3].set_number(4);
  EXPECT_EQ(BytesOf(msg), StockBytes(msg));
}

// Stock keeps the size of a submessage inside it: an encoder that called stock
// would leave its traces there.
TEST(ReflectiveEncoderTest, WritesNothingIntoTheMessage) {
  kinds2::Optional msg;
  msg.mutable_f_leaf()->set_number(300);
  ASSERT_EQ(BytesOf(msg).size(), 6u);
  EXPECT_EQ(msg.f_leaf().GetCachedSize(), 0);
}

TEST(ReflectiveEncoderTest, EncodesOneMessageOnSeveralThreads) {
  const maps3::StringTo msg = ManyEntries();
  const std::string expected = StockBytes(msg, false);
  std::vector<std::string> results(4);
  std::vector<std::thread> threads;
  for (std::string& result : results) {
    threads.emplace_back([&msg, &result] { result = BytesOf(msg); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& result : results) EXPECT_EQ(result, expected);
}

// On an arena, where elements have no owner, one megabyte can stand in a field
// many times.
TEST(ReflectiveEncoderTest, RefusesMessagesOfTwoGibibytes) {
  google::protobuf::Arena arena;
  const kinds2::RepeatedLen& prototype =
      kinds2::RepeatedLen::default_instance();
  kinds2::RepeatedLen* const msg = prototype.New(&arena);
  kinds2::Leaf* const leaf = msg->add_f_leaf();
  constexpr size_t kRecordBytes = 1 << 20;
  leaf->set_text(std::string(kRecordBytes - 8, 'x'));
  ASSERT_EQ(Encoder(*msg, false).size_bytes(), kRecordBytes);
  const auto repeat_to = [&](int count) {
    while (msg->f_leaf_size() < count) {
      msg->mutable_f_leaf()->UnsafeArenaAddAllocated(leaf);
    }
  };

  repeat_to(2047);
  EXPECT_TRUE(Encoder(*msg, false).Fits());
  for (const int count : {2048, 5000}) {  // 2 GiB and more than 4 GiB
    repeat_to(count);
    const Encoder encoder(*msg, false);
    EXPECT_EQ(encoder.size_bytes(), static_cast<size_t>(count) * kRecordBytes);
    EXPECT_FALSE(encoder.Fits());
    std::string bytes(100, '\0');
    ArrayOutputStream out(&bytes[0], 100);
    EXPECT_FALSE(encoder.WriteTo(&out));
    EXPECT_FALSE(encoder.WriteToArray(reinterpret_cast<uint8_t*>(&bytes[0])));
    EXPECT_EQ(bytes, std::string(100, '\0'));
  }
}

TEST(ReflectiveEncoderTest, LogsInvalidUtf8AsStockDoesAndWritesIt) {
  maps3::StringTo msg;
  (*msg.mutable_f_string())["\xff"] = "\xfe";
  std::string expected, bytes;
  const std::vector<std::string> stock_log =
      testing::LogOf([&] { expected = StockBytes(msg, false); });
  const std::vector<std::string> reflective_log =
      testing::LogOf([&] { bytes = BytesOf(msg); });
  EXPECT_EQ(bytes, expected);
  EXPECT_EQ(stock_log.size(), 2u);
  EXPECT_EQ(reflective_log, stock_log);
}

TEST(ReflectiveEncoderTest, WritesExtensionsWithoutAWordAsStockDoes) {
  google::protobuf::MessageOptions msg;
  msg.SetExtension(testdata::message_text, "\xff");
  std::string expected, bytes;
  EXPECT_TRUE(
      testing::LogOf([&] { expected = StockBytes(msg, false); }).empty());
  EXPECT_TRUE(testing::LogOf([&] { bytes = BytesOf(msg); }).empty());
  EXPECT_EQ(bytes, expected);
}

TEST(CanReflectTest, LeavesSpecialTypesToStock) {
  EXPECT_TRUE(CanReflect(kinds2::HoldsExtendable::descriptor()));
  EXPECT_TRUE(CanReflect(testdata::Extended::descriptor()));
  EXPECT_FALSE(CanReflect(kinds2::Set::descriptor()));
  EXPECT_FALSE(CanReflect(kinds2::HoldsSet::descriptor()));
  EXPECT_FALSE(CanReflect(kinds2::Lazy::descriptor()));
  EXPECT_FALSE(CanReflect(kinds2::Ctype::descriptor()));
  EXPECT_FALSE(CanReflect(kinds2::HoldsLeftToStock::descriptor()));
  EXPECT_FALSE(CanReflect(testdata::ReachesMessageSet::descriptor()));
  EXPECT_TRUE(CanReflect(google::protobuf::MessageOptions::descriptor()));
  EXPECT_FALSE(CanReflect(google::protobuf::EnumOptions::descriptor()));
}

}  // namespace
}  // namespace backwire::reflective
