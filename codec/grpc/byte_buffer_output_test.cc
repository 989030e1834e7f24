#include "backwire/grpc/byte_buffer_output.h"

#include <string>
#include <vector>

#include "backwire/builder/message_builder.h"
#include "backwire/testing/allocations.h"
#include "backwire/testing/buffers.h"
#include "gtest/gtest.h"

namespace backwire {
namespace {

using ::grpc::ByteBuffer;
using testing::BytesOf;

// A builder without a schema.
class Records : public builder::MessageBuilder {
 public:
  explicit Records(builder::Output* output) : MessageBuilder(output) {}
};

std::string Text(size_t size) {
  std::string text(size, '\0');
  for (size_t i = 0; i < size; ++i) text[i] = static_cast<char>(i * 7);
  return text;
}

void Write(const std::string& text, size_t piece_bytes,
           ByteBufferOutput* output) {
  Records records(output);
  for (size_t at = 0; at < text.size(); at += piece_bytes) {
    records.AppendRecords(
        builder::Text(&text[at], std::min(piece_bytes, text.size() - at)));
  }
}

TEST(ByteBufferOutputTest, TakesMessagesOfEverySize) {
  ByteBufferOutput reused;
  for (const size_t size : {0, 1, 22, 23, 24, 400, 511, 512, 513, 5000, 70000,
                            1 << 20, 30, 0, 600}) {
    for (const size_t piece : {1, 13, 100, 1 << 20}) {
      if (size / piece > 10000) continue;
      const std::string text = Text(size);
      ByteBufferOutput fresh;
      for (ByteBufferOutput* const output : {&fresh, &reused}) {
        ByteBuffer buffer;
        Write(text, piece, output);
        ASSERT_TRUE(output->Finish(&buffer).ok());
        EXPECT_EQ(buffer.Length(), size);
        EXPECT_EQ(BytesOf(buffer), text) << size << " by " << piece;
      }
    }
  }
}

TEST(ByteBufferOutputTest, KeepsItsHandsOffWhatItHasGivenAway) {
  ByteBufferOutput output;
  std::vector<ByteBuffer> buffers(20);
  for (ByteBuffer& buffer : buffers) {
    Write(Text(3000), 100, &output);
    ASSERT_TRUE(output.Finish(&buffer).ok());
    Write(std::string(2000, 'x'), 100, &output);  // and dropped
  }
  for (const ByteBuffer& buffer : buffers)
    EXPECT_EQ(BytesOf(buffer), Text(3000));
}

TEST(ByteBufferOutputTest, WithoutAMessageItIsTheEmptyOne) {
  ByteBufferOutput output;
  ByteBuffer buffer;
  ASSERT_TRUE(output.Finish(&buffer).ok());
  EXPECT_TRUE(buffer.Valid());
  EXPECT_EQ(buffer.Length(), 0);
}

TEST(ByteBufferOutputTest, AnErrorLeavesTheBufferAlone) {
  ByteBufferOutput output;
  output.set_max_bytes(100);
  ByteBuffer buffer;
  Write(Text(50), 50, &output);
  ASSERT_TRUE(output.Finish(&buffer).ok());
  Write(Text(200), 50, &output);
  const ::grpc::Status status = output.Finish(&buffer);
  EXPECT_EQ(status.error_code(), ::grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_NE(status.error_message().find("100 bytes"), std::string::npos);
  EXPECT_EQ(BytesOf(buffer), Text(50));
}

TEST(ByteBufferOutputTest, AMessageTakesTwoAllocations) {
  if (!testing::AllocationsAreCounted()) GTEST_SKIP() << "under a sanitizer";
  ByteBufferOutput output;
  for (const size_t size : {10, 300, 5000, 1 << 20}) {
    const std::string text = Text(size);
    const auto send = [&] {
      ByteBuffer buffer;
      Write(text, 1000, &output);
      ASSERT_TRUE(output.Finish(&buffer).ok());
    };
    send();
    EXPECT_LE(testing::CountAllocations(send), 2) << size;
  }
}

}  // namespace
}  // namespace backwire
