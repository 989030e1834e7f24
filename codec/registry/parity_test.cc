#include "backwire/registry/parity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "backwire/registry/log.h"
#include "backwire/testing/allocations.h"
#include "backwire/wire/backward_writer.h"
#include "backwire/wire/wire_format.h"
#include "backwire/wire/wire_reader.h"
#include "hops/hops.pb.h"
#include "hops/newer.pb.h"
#include "proto/workload/generate.h"

namespace backwire {
namespace {

using ::google::protobuf::Message;
using ::google::protobuf::MessageLite;
using hops::EchoRequest;
using hops::NewerRequest;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// All lines since the program started: the library's limit is for that time.
std::mutex g_lines_mutex;
std::vector<std::string>* const g_lines = new std::vector<std::string>;

void Keep(LogSeverity severity, absl::string_view line) {
  EXPECT_EQ(severity, LogSeverity::kError);
  const std::lock_guard<std::mutex> lock(g_lines_mutex);
  g_lines->emplace_back(line);
}

const TypeCodec& CodecOf(const Message& msg) {
  static const auto* const table = new TypeTable(RegisteredTypeCodecs());
  return *table->Find(typeid(msg))->codec;
}

class ParityTest : public ::testing::Test {
 protected:
  ParityTest() { SetLogSink(&Keep); }
  ~ParityTest() override { SetLogSink(nullptr); }
};

// Sampling.

int CountSampled(double rate, int calls) {
  EXPECT_TRUE(SetParitySampleRate(rate).ok());
  int sampled = 0;
  for (int i = 0; i < calls; ++i) sampled += SampleForParity() ? 1 : 0;
  return sampled;
}

TEST_F(ParityTest, SamplesThatShareOfTheCalls) {
  EXPECT_EQ(CountSampled(0, 10'000), 0);
  EXPECT_EQ(CountSampled(1, 10'000), 10'000);
  // Six standard deviations to either side.
  EXPECT_NEAR(CountSampled(0.5, 10'000), 5'000, 300);
}

TEST_F(ParityTest, RefusesARateThatIsNoShare) {
  ASSERT_TRUE(SetParitySampleRate(1).ok());
  for (const double rate : {-0.1, 1.1, std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN()}) {
    const absl::Status status = SetParitySampleRate(rate);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << rate;
    EXPECT_THAT(std::string(status.message()), HasSubstr("between 0 and 1"));
  }
  EXPECT_TRUE(SampleForParity()) << "a refused rate changed the last one";
}

// Comparing. The wrong codecs below are made of the right one.

EchoRequest Secret() {
  EchoRequest msg;
  msg.set_text("a secret text");
  msg.set_index(77);
  return msg;
}

// A byte too many in front, as an unknown field.
uint8_t* EncodeWithExtraField(const MessageLite& msg, uint8_t* cursor,
                              wire::BackwardWriter& writer) {
  cursor = writer.WriteBytes(cursor, "\x78\x01", 2);
  return CodecOf(static_cast<const Message&>(msg)).encode(msg, cursor, writer);
}

uint8_t* EncodeOtherIndex(const MessageLite& msg, uint8_t* cursor,
                          wire::BackwardWriter& writer) {
  EchoRequest other = static_cast<const EchoRequest&>(msg);
  other.set_index(other.index() + 1);
  return CodecOf(other).encode(other, cursor, writer);
}

std::unique_ptr<TypeEntry> MakeEntry(const TypeCodec* codec) {
  auto entry = std::make_unique<TypeEntry>();
  entry->codec = codec;
  return entry;
}

TEST_F(ParityTest, FindsNoDifferenceInWhatIsRight) {
  const size_t lines_before = g_lines->size();
  const auto response = workload::MakeReferenceResponse(50);
  EchoRequest empty;
  NewerRequest newer;
  newer.set_reason("unknown to EchoRequest");
  newer.add_offsets(-5);
  EchoRequest with_unknown;
  ASSERT_TRUE(with_unknown.ParseFromString(newer.SerializeAsString()));
  const std::vector<const Message*> messages = {&response, &empty, &newer,
                                                &with_unknown};
  for (const Message* msg : messages) {
    const auto entry = MakeEntry(&CodecOf(*msg));
    CheckEncodeParity(*msg, *entry);
    CheckDecodeParity({true, msg}, {true, msg}, *entry);
    EXPECT_EQ(entry->parity_checks.load(), 2);
    EXPECT_EQ(entry->parity_differences.load(), 0);
    EXPECT_EQ(entry->size_hint_bytes.load(), msg->ByteSizeLong());
  }
  EXPECT_EQ(g_lines->size(), lines_before);
}

TEST_F(ParityTest, ReportsAWrongEncodingByTypeByteAndField) {
  TypeCodec wrong = CodecOf(EchoRequest());
  wrong.encode = &EncodeOtherIndex;
  const auto entry = MakeEntry(&wrong);
  CheckEncodeParity(Secret(), *entry);
  EXPECT_EQ(entry->parity_differences.load(), 1);
  ASSERT_FALSE(g_lines->empty());
  // 2 bytes and 13 of text, then the tag of `index`.
  EXPECT_THAT(g_lines->back(),
              AllOf(HasSubstr("backwire.hops.EchoRequest"),
                    HasSubstr("byte 16,"), HasSubstr("field index"),
                    Not(HasSubstr("secret")), Not(HasSubstr("77"))));
}

TEST_F(ParityTest, ReportsBytesBeyondStocksEnd) {
  TypeCodec wrong = CodecOf(EchoRequest());
  wrong.encode = &EncodeWithExtraField;
  const auto entry = MakeEntry(&wrong);
  CheckEncodeParity(Secret(), *entry);
  EXPECT_EQ(entry->parity_differences.load(), 1);
  ASSERT_FALSE(g_lines->empty());
  EXPECT_THAT(g_lines->back(),
              AllOf(HasSubstr("byte 17,"), HasSubstr("unknown field 15"),
                    HasSubstr("sizes: stock 17, generated 19")));
}

TEST_F(ParityTest, ReportsAWrongDecodedMessage) {
  const auto entry = MakeEntry(&CodecOf(EchoRequest()));
  const EchoRequest right = Secret();
  EchoRequest wrong = right;
  wrong.set_text("another text!");
  CheckDecodeParity({true, &right}, {true, &wrong}, *entry);
  EXPECT_EQ(entry->parity_differences.load(), 1);
  ASSERT_FALSE(g_lines->empty());
  EXPECT_THAT(g_lines->back(),
              AllOf(HasSubstr("decoded"), HasSubstr("field text"),
                    Not(HasSubstr("secret")), Not(HasSubstr("another"))));
}

TEST_F(ParityTest, ReportsOtherVerdicts) {
  const auto entry = MakeEntry(&CodecOf(EchoRequest()));
  const EchoRequest msg;
  CheckDecodeParity({true, &msg}, {false, &msg}, *entry);
  EXPECT_THAT(g_lines->back(), HasSubstr("refuses what stock accepts"));
  CheckDecodeParity({false, &msg}, {true, &msg}, *entry);
  EXPECT_THAT(g_lines->back(), HasSubstr("accepts what stock refuses"));
  EXPECT_EQ(entry->parity_differences.load(), 2);
  // Both refuse: what is in the messages then does not matter.
  const EchoRequest other = Secret();
  CheckDecodeParity({false, &msg}, {false, &other}, *entry);
  EXPECT_EQ(entry->parity_differences.load(), 2);
  EXPECT_EQ(entry->parity_checks.load(), 3);
}

// The last of the tests that log: it uses the process's lines up.
TEST_F(ParityTest, LogsTwentyDifferencesAndCountsAll) {
  TypeCodec wrong = CodecOf(EchoRequest());
  wrong.encode = &EncodeOtherIndex;
  const auto entry = MakeEntry(&wrong);
  for (int i = 0; i < 50; ++i) CheckEncodeParity(Secret(), *entry);
  EXPECT_EQ(entry->parity_differences.load(), 50);
  EXPECT_EQ(g_lines->size(), 20);
}

// From here on differences are only counted: none costs more than a comparison
// without one, however often a codec is wrong.
TEST_F(ParityTest, FindsNoPathsForDifferencesThatAreNotLogged) {
  if (!testing::AllocationsAreCounted()) GTEST_SKIP() << "under a sanitizer";
  TypeCodec wrong = CodecOf(EchoRequest());
  wrong.encode = &EncodeOtherIndex;
  const auto entry = MakeEntry(&wrong);
  for (int i = 0; i < 20; ++i) CheckEncodeParity(Secret(), *entry);
  EchoRequest other = Secret();
  other.set_index(78);
  const EchoRequest msg = Secret();
  const auto count = [&entry](const EchoRequest& stock,
                              const EchoRequest& own) {
    return testing::CountAllocations([&] {
      CheckDecodeParity({true, &stock}, {true, &own}, *entry);
    });
  };
  EXPECT_EQ(count(msg, other), count(msg, msg));
  EXPECT_EQ(entry->parity_differences.load(), 21);
}

// What bounds its memory.

class ParityLimitsTest : public ParityTest {
 protected:
  ~ParityLimitsTest() override {
    EXPECT_TRUE(SetParityMaxMessageBytes(wire::kMaxMessageBytes).ok());
  }
  const std::unique_ptr<TypeEntry> entry_ = MakeEntry(&CodecOf(EchoRequest()));
};

TEST_F(ParityLimitsTest, LeavesLargerMessagesOut) {
  ASSERT_TRUE(SetParityMaxMessageBytes(1000).ok());
  int checks = 0;
  RunParityCheck(1000, *entry_, [&] { ++checks; });
  EXPECT_EQ(entry_->parity_skipped.load(), 0);
  RunParityCheck(1001, *entry_, [&] { ++checks; });
  EXPECT_EQ(checks, 1);
  EXPECT_EQ(entry_->parity_skipped.load(), 1);
}

TEST_F(ParityLimitsTest, RefusesALimitBeyondProtobufs) {
  EXPECT_EQ(SetParityMaxMessageBytes(size_t{1} << 31).code(),
            absl::StatusCode::kInvalidArgument);
}

// Each check starts another one before it ends.
void RunNested(int levels, int* checks, TypeEntry& entry) {
  if (levels == 0) return;
  RunParityCheck(10, entry, [&] {
    ++*checks;
    RunNested(levels - 1, checks, entry);
  });
}

TEST_F(ParityLimitsTest, RunsSoManyChecksAtOnceAndNoMore) {
  for (int round = 0; round < 2; ++round) {
    int checks = 0;
    RunNested(kMaxParityChecksAtOnce + 3, &checks, *entry_);
    EXPECT_EQ(checks, kMaxParityChecksAtOnce);
    EXPECT_EQ(entry_->parity_skipped.load(), round + 1);
  }
}

TEST_F(ParityLimitsTest, LackOfMemoryIsNoErrorOfTheCall) {
  for (int i = 0; i <= kMaxParityChecksAtOnce; ++i) {
    RunParityCheck(10, *entry_, [] { throw std::bad_alloc(); });
  }
  EXPECT_EQ(entry_->parity_skipped.load(), kMaxParityChecksAtOnce + 1);
  EXPECT_EQ(entry_->parity_checks.load(), 0);
  int checks = 0;
  RunParityCheck(10, *entry_, [&] { ++checks; });
  EXPECT_EQ(checks, 1);
}

// Field paths.

std::string PathIn(const Message& msg, const std::string& before) {
  const std::string bytes = msg.SerializeAsString();
  const size_t offset = bytes.find(before);
  EXPECT_NE(offset, std::string::npos);
  return FieldPathAt(*msg.GetDescriptor(), bytes, offset);
}

TEST(FieldPathAtTest, NamesNestedAndRepeatedFields) {
  NewerRequest msg;
  msg.set_text("outer");
  msg.mutable_parent()->mutable_parent()->set_reason("innermost");
  msg.set_checksum(0x41424344);
  EXPECT_EQ(PathIn(msg, "outer"), "text");
  EXPECT_EQ(PathIn(msg, "innermost"), "parent.parent.reason");
  EXPECT_EQ(PathIn(msg, "DCBA"), "checksum");
  msg.add_offsets(1);
  EXPECT_EQ(PathIn(msg, "\x2a\x01"), "offsets[0]");
}

TEST(FieldPathAtTest, CountsTheElementsAndEndsAtMaps) {
  candidates::v1::GenerateResponse msg;
  for (int i = 0; i < 5; ++i) {
    msg.add_candidates()->set_id(absl::StrCat("id-", i));
  }
  (*msg.mutable_candidates(3)->mutable_metadata())["key"] = "value";
  EXPECT_EQ(PathIn(msg, "id-0"), "candidates[0].id");
  EXPECT_EQ(PathIn(msg, "id-4"), "candidates[4].id");
  EXPECT_EQ(PathIn(msg, "value"), "candidates[3].metadata");
  // The tag and length before the element.
  EXPECT_EQ(FieldPathAt(*msg.GetDescriptor(), msg.SerializeAsString(), 0),
            "candidates[0]");
}

TEST(FieldPathAtTest, NumbersUnknownFields) {
  NewerRequest newer;
  newer.set_reason("new");
  newer.set_weight(1.5);
  EchoRequest older;
  ASSERT_TRUE(older.ParseFromString(newer.SerializeAsString()));
  EXPECT_EQ(PathIn(older, "new"), "unknown field 4");
  EXPECT_EQ(PathIn(older, "\xf8\x3f"), "unknown field 536870911");
}

TEST(FieldPathAtTest, IsEmptyWhereNoFieldIs) {
  const auto& type = *EchoRequest::descriptor();
  EXPECT_EQ(FieldPathAt(type, "", 0), "");
  EXPECT_EQ(FieldPathAt(type, "\x0a\x01x", 3), "");
  // Truncated, an endless varint, a length beyond the end, field number 0.
  for (const std::string& malformed :
       {std::string("\x0a"), std::string(12, '\xff'), std::string("\x0a\x05x"),
        std::string(2, '\0'), std::string("\x12\xff\xff\xff\xff\x7f")}) {
    EXPECT_EQ(FieldPathAt(type, malformed, malformed.size() - 1), "");
  }
  // The field in front of the malformed part is still named.
  EXPECT_EQ(FieldPathAt(type, "\x0a\x01x\x0a\x05x", 2), "text");
}

}  // namespace
}  // namespace backwire
