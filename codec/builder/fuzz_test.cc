// Random messages of all test types, walked by reflection and written by the
// library's field writers: in ascending order the bytes are stock's
// deterministic ones, in any other order they parse to the same message.
#include <memory>
#include <string>

#include "backwire/builder/memory_outputs.h"
#include "backwire/testing/builder_walk.h"
#include "backwire/testing/differential.h"
#include "backwire/testing/random_message.h"
#include "backwire/testing/tiny_output.h"
#include "gtest/gtest.h"

namespace backwire::builder {
namespace {

using ::google::protobuf::Message;
using testing::RandomMessages;

template <class AnyOutput>
std::string Build(const Message& msg, RandomMessages* random,
                  AnyOutput& output) {
  testing::WriteByBuilder(msg, random, &output);
  std::string bytes;
  const absl::Status status = output.Finish(&bytes);
  EXPECT_TRUE(status.ok()) << status;
  return bytes;
}

constexpr int kMessagesPerType = 60;

TEST(BuilderFuzzTest, WritesWhatStockWrites) {
  StringOutput reused;
  for (const testing::TestedType& type : testing::AllTestedTypes()) {
    RandomMessages random(20221);
    for (int i = 0; i < kMessagesPerType; ++i) {
      const std::unique_ptr<Message> filled = type.NewForStock();
      random.Fill(filled.get());
      const std::string expected = testing::StockBytes(*filled);
      // Maps filled by reflection may hold a key twice.
      const std::unique_ptr<Message> msg = type.NewForStock();
      ASSERT_TRUE(testing::StockMerge(expected, msg.get()));
      ASSERT_EQ(Build(*msg, nullptr, reused), expected)
          << type.codec->full_name;
      testing::TinyOutput tiny;
      ASSERT_EQ(Build(*msg, nullptr, tiny), expected) << type.codec->full_name;
      const std::unique_ptr<Message> parsed = type.NewForStock();
      ASSERT_TRUE(
          testing::StockMerge(Build(*msg, &random, tiny), parsed.get()));
      ASSERT_EQ(testing::StockBytes(*parsed), expected)
          << type.codec->full_name;
    }
  }
}

}  // namespace
}  // namespace backwire::builder
