// Encoding reads the message only: many threads may encode one const message.
// Run under ThreadSanitizer this shows that no cached size is written; without
// it, that all threads get the same bytes.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "backwire/grpc/codec_calls.h"
#include "backwire/registry/parity.h"
#include "backwire/testing/buffers.h"
#include "proto/workload/generate.h"

namespace backwire::grpc_glue {
namespace {

using ::backwire::testing::BytesOf;
using ::candidates::v1::GenerateResponse;
using ::grpc::ByteBuffer;

constexpr int kThreads = 4;
constexpr int kEncodesPerThread = 20;

using Encode = ::grpc::Status (*)(const MessageLite&, TypeEntry&, ByteBuffer*);

// Encodes `message` by all threads at once, all sharing one entry.
void ExpectSameBytesFromAllThreads(Encode encode) {
  static const auto* const table = new TypeTable(RegisteredTypeCodecs());
  const GenerateResponse message = workload::MakeReferenceResponse(100);
  TypeEntry& entry = *table->Find(typeid(message));
  ByteBuffer first;
  ASSERT_TRUE(encode(message, entry, &first).ok());
  const std::string expected = BytesOf(first);
  EXPECT_EQ(expected.size(), 26'933);
  std::vector<int> wrong(kThreads, 0);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      for (int n = 0; n < kEncodesPerThread; ++n) {
        ByteBuffer buffer;
        const bool ok = encode(message, entry, &buffer).ok();
        if (!ok || BytesOf(buffer) != expected) ++wrong[i];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(kThreads, 0));
  EXPECT_EQ(entry.parity_differences.load(), 0);
}

TEST(ConcurrentEncodeTest, Stock) {
  ExpectSameBytesFromAllThreads(
      [](const MessageLite& msg, TypeEntry&, ByteBuffer* buffer) {
        return EncodeStock(msg, buffer);
      });
}

TEST(ConcurrentEncodeTest, Reflective) {
  ExpectSameBytesFromAllThreads(&EncodeReflective);
}

TEST(ConcurrentEncodeTest, Generated) {
  ExpectSameBytesFromAllThreads(&EncodeGenerated);
}

TEST(ConcurrentEncodeTest, Parity) {
  ASSERT_TRUE(SetParitySampleRate(1).ok());
  ExpectSameBytesFromAllThreads(&EncodeParity);
}

}  // namespace
}  // namespace backwire::grpc_glue
