// Messages beyond protobuf's limit of 2 GiB: an error, never a crash and never
// a size that has wrapped round. The codecs here claim blocks that they do not
// write, so that no memory is touched.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "backwire/grpc/codec_calls.h"
#include "backwire/wire/backward_writer.h"
#include "hops/hops.pb.h"

namespace backwire::grpc_glue {
namespace {

using ::grpc::ByteBuffer;
using ::grpc::Slice;
using ::grpc::Status;
using hops::EchoRequest;

constexpr size_t kGiB = size_t{1} << 30;
constexpr size_t kLimit = 2 * kGiB - 1;

size_t g_claimed_bytes = 0;

uint8_t* ClaimBytes(const MessageLite&, uint8_t* cursor,
                    wire::BackwardWriter& writer) {
  for (size_t left = g_claimed_bytes; left != 0;) {
    if (writer.FreeBytes(cursor) == 0) cursor = writer.Reserve(cursor, 1);
    const size_t piece = std::min(left, writer.FreeBytes(cursor));
    cursor -= piece;
    left -= piece;
  }
  return cursor;
}

Status EncodeClaimed(size_t size_bytes, ByteBuffer* buffer) {
  g_claimed_bytes = size_bytes;
  const TypeCodec codec = {&typeid(EchoRequest), "test.Large", nullptr, false,
                           &ClaimBytes,          nullptr};
  TypeEntry entry;
  entry.codec = &codec;
  return EncodeGenerated(EchoRequest(), entry, buffer);
}

TEST(LargeMessageTest, TheLargestMessageIsEncoded) {
  ByteBuffer buffer;
  EXPECT_TRUE(EncodeClaimed(kLimit, &buffer).ok());
  EXPECT_EQ(buffer.Length(), kLimit);
}

TEST(LargeMessageTest, LargerOnesAreAnErrorWithTypeAndSize) {
  for (const size_t size :
       {kLimit + 1, kLimit + 2, 4 * kGiB - 1, 4 * kGiB, 4 * kGiB + 1}) {
    const Slice before("kept", 4);
    ByteBuffer buffer(&before, 1);
    const Status status = EncodeClaimed(size, &buffer);
    EXPECT_EQ(status.error_code(), ::grpc::StatusCode::INTERNAL) << size;
    EXPECT_THAT(status.error_message(),
                testing::AllOf(testing::HasSubstr("test.Large"),
                               testing::HasSubstr(std::to_string(size)),
                               testing::HasSubstr("2 GiB")));
    EXPECT_EQ(buffer.Length(), 4) << "nothing half-made is handed on";
  }
}

// A buffer that refers to the same memory again and again: valid records of one
// field, of which the last wins.
TEST(LargeMessageTest, AnInputBeyondTheLimitIsRefusedAsByStock) {
  constexpr size_t kPieceBytes = 64 << 20;
  std::string piece = "\x1a";  // `payload`
  for (size_t length = kPieceBytes - 5; length != 0; length >>= 7) {
    piece.push_back(static_cast<char>((length & 0x7f) | 0x80));
  }
  piece.back() &= 0x7f;
  piece.resize(kPieceBytes, 'p');
  const Slice slice(piece.data(), piece.size(), Slice::STATIC_SLICE);
  for (const int pieces : {31, 32}) {
    const std::vector<Slice> slices(pieces, slice);
    ByteBuffer by_stock(slices.data(), slices.size());
    ByteBuffer by_generated(by_stock);
    static const auto* const table = new TypeTable(RegisteredTypeCodecs());
    EchoRequest message;
    const Status expected = DecodeStock(&by_stock, &message);
    const Status status =
        DecodeGenerated(&by_generated, *table->Find(typeid(message)), &message);
    EXPECT_EQ(status.error_code(), expected.error_code()) << pieces;
    EXPECT_EQ(expected.ok(), pieces == 31) << pieces;
    EXPECT_EQ(by_generated.Length(), 0);
  }
}

// The same with real content, which takes 5 GB of memory.
TEST(LargeMessageTest, RealContentBeyondTheLimitIsAnError) {
  if (std::getenv("BACKWIRE_TEST_LARGE_MESSAGES") == nullptr) {
    GTEST_SKIP() << "takes 5 GB: set BACKWIRE_TEST_LARGE_MESSAGES to run it";
  }
  static const auto* const table = new TypeTable(RegisteredTypeCodecs());
  EchoRequest message;
  TypeEntry& entry = *table->Find(typeid(message));
  ByteBuffer buffer;
  // Tag and length take 6 bytes.
  message.mutable_payload()->assign(kLimit - 6, 'p');
  EXPECT_TRUE(EncodeGenerated(message, entry, &buffer).ok());
  EXPECT_EQ(buffer.Length(), kLimit);
  buffer.Clear();
  message.mutable_payload()->push_back('p');
  EXPECT_FALSE(EncodeGenerated(message, entry, &buffer).ok());
  message.set_text("more");
  EXPECT_FALSE(EncodeGenerated(message, entry, &buffer).ok());
  EXPECT_FALSE(EncodeStock(message, &buffer).ok());
}

}  // namespace
}  // namespace backwire::grpc_glue
