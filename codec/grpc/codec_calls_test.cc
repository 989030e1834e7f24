#include "backwire/grpc/codec_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "backwire/registry/log.h"
#include "backwire/registry/parity.h"
#include "backwire/testing/allocations.h"
#include "backwire/testing/buffers.h"
#include "google/protobuf/util/message_differencer.h"
#include "hops/hops.pb.h"
#include "hops/newer.pb.h"
#include "hops/strict.pb.h"
#include "proto/workload/generate.h"

namespace backwire::grpc_glue {
namespace {

using ::backwire::testing::BytesOf;
using ::candidates::v1::GenerateResponse;
using ::google::protobuf::Message;
using ::google::protobuf::util::MessageDifferencer;
using ::grpc::ByteBuffer;
using ::grpc::Slice;
using ::grpc::Status;
using ::grpc::StatusCode;
using hops::EchoRequest;
using hops::StrictMessage;

TypeEntry& EntryOf(const Message& msg) {
  static const auto* const table = new TypeTable(RegisteredTypeCodecs());
  return *table->Find(typeid(msg));
}

// The codecs side by side, without the process's choice.
struct Codec {
  const char* name;
  Status (*encode)(const MessageLite& msg, TypeEntry& entry, ByteBuffer*);
  Status (*decode)(ByteBuffer*, TypeEntry& entry, MessageLite* msg);

  friend void PrintTo(const Codec& codec, std::ostream* out) {
    *out << codec.name;
  }
};

const Codec kCodecs[] = {
    {"Stock",
     [](const MessageLite& msg, TypeEntry&, ByteBuffer* buffer) {
       return EncodeStock(msg, buffer);
     },
     [](ByteBuffer* buffer, TypeEntry&, MessageLite* msg) {
       return DecodeStock(buffer, msg);
     }},
    {"Reflective", &EncodeReflective, &DecodeReflective},
    {"Generated", &EncodeGenerated, &DecodeGenerated},
    {"Parity", &EncodeParity, &DecodeParity},
};

int g_log_lines = 0;

class CodecCallsTest : public ::testing::TestWithParam<Codec> {
 protected:
  // Stock logs what it refuses; so do the others.
  CodecCallsTest() {
    EXPECT_TRUE(SetParitySampleRate(1).ok());
    g_log_lines = 0;
    SetLogSink([](LogSeverity, absl::string_view) { ++g_log_lines; });
  }
  ~CodecCallsTest() override { SetLogSink(nullptr); }

  Status Encode(const Message& msg, ByteBuffer* buffer) {
    return GetParam().encode(msg, EntryOf(msg), buffer);
  }
  Status Decode(ByteBuffer* buffer, Message* msg) {
    return GetParam().decode(buffer, EntryOf(*msg), msg);
  }
  static uint64_t Differences(const Message& msg) {
    return EntryOf(msg).parity_differences.load();
  }
};

// Slices that count how often each is released.
class CountedSlices {
 public:
  // Cuts `bytes` into pieces of `piece_bytes`, each followed by an empty one.
  CountedSlices(absl::string_view bytes, size_t piece_bytes) {
    for (size_t at = 0; at < bytes.size(); at += piece_bytes) {
      pieces_.push_back(std::make_unique<Piece>(bytes.substr(at, piece_bytes)));
      pieces_.push_back(std::make_unique<Piece>(absl::string_view()));
    }
  }

  ByteBuffer MakeBuffer() {
    std::vector<Slice> slices;
    for (const auto& piece : pieces_) {
      slices.emplace_back(piece->memory.data(), piece->memory.size(), &Release,
                          piece.get());
    }
    return ByteBuffer(slices.data(), slices.size());
  }

  bool EachWasReleased(int times) const {
    for (const auto& piece : pieces_) {
      if (piece->released != times) return false;
    }
    return true;
  }

 private:
  struct Piece {
    explicit Piece(absl::string_view bytes) : memory(bytes) {}
    std::string memory;
    int released = 0;
  };
  static void Release(void* piece) {
    Piece& released = *static_cast<Piece*>(piece);
    ++released.released;
    // A read after this shows.
    released.memory.assign(released.memory.size(), '\xff');
  }
  std::vector<std::unique_ptr<Piece>> pieces_;
};

TEST_P(CodecCallsTest, ReadsAnyCutsWithEmptySlicesBetweenAndReleasesEachOnce) {
  const GenerateResponse message = workload::MakeReferenceResponse(5);
  const std::string bytes = message.SerializeAsString();
  for (size_t piece_bytes = 1; piece_bytes <= 70; ++piece_bytes) {
    CountedSlices slices(bytes, piece_bytes);
    ByteBuffer buffer = slices.MakeBuffer();
    EXPECT_TRUE(slices.EachWasReleased(0));
    GenerateResponse decoded;
    decoded.set_response_id("content from before");
    ASSERT_TRUE(Decode(&buffer, &decoded).ok()) << piece_bytes;
    EXPECT_TRUE(MessageDifferencer::Equals(decoded, message)) << piece_bytes;
    EXPECT_TRUE(slices.EachWasReleased(1)) << piece_bytes;
    EXPECT_EQ(buffer.Length(), 0);
  }
  EXPECT_EQ(Differences(message), 0);
}

TEST_P(CodecCallsTest, ReleasesEachSliceOnceWhenItRefusesTheInput) {
  const std::string bytes =
      workload::MakeReferenceResponse(2).SerializeAsString();
  int refused = 0;
  for (size_t size = 0; size < bytes.size(); ++size) {
    GenerateResponse expected;
    const bool accepts = expected.ParseFromString(bytes.substr(0, size));
    CountedSlices slices(absl::string_view(bytes).substr(0, size), 20);
    ByteBuffer buffer = slices.MakeBuffer();
    GenerateResponse decoded;
    const Status status = Decode(&buffer, &decoded);
    ASSERT_EQ(status.ok(), accepts) << size;
    EXPECT_TRUE(slices.EachWasReleased(1)) << size;
    if (accepts) continue;
    ++refused;
    EXPECT_EQ(status.error_code(), StatusCode::INTERNAL);
  }
  EXPECT_GT(refused, 500);
  EXPECT_EQ(Differences(GenerateResponse()), 0);
}

TEST_P(CodecCallsTest, ABufferWithoutSlicesIsTheDefaultMessage) {
  ByteBuffer buffer(nullptr, 0);
  EchoRequest decoded;
  decoded.set_text("content from before");
  EXPECT_TRUE(Decode(&buffer, &decoded).ok());
  EXPECT_EQ(decoded.ByteSizeLong(), 0);
}

TEST_P(CodecCallsTest, ABufferThatWasNeverSetIsRefused) {
  ByteBuffer buffer;
  EchoRequest decoded;
  EXPECT_EQ(Decode(&buffer, &decoded).error_code(), StatusCode::INTERNAL);
}

TEST_P(CodecCallsTest, EncodedSlicesOutliveMessageAndBuffer) {
  std::vector<Slice> slices;
  std::string expected;
  {
    const GenerateResponse message = workload::MakeReferenceResponse(20);
    ByteBuffer buffer;
    ASSERT_TRUE(Encode(message, &buffer).ok());
    expected = BytesOf(buffer);
    slices = testing::SlicesOf(buffer);
  }
  const std::string bytes = testing::Join(slices);
  EXPECT_EQ(bytes, expected);
  EXPECT_TRUE(GenerateResponse().ParseFromString(bytes));
}

TEST_P(CodecCallsTest, DecodedMessagesOutliveTheirSlices) {
  const GenerateResponse message = workload::MakeReferenceResponse(5);
  GenerateResponse decoded;
  {
    CountedSlices slices(message.SerializeAsString(), 1000);
    ByteBuffer buffer = slices.MakeBuffer();
    ASSERT_TRUE(Decode(&buffer, &decoded).ok());
  }
  EXPECT_TRUE(MessageDifferencer::Equals(decoded, message));
}

TEST_P(CodecCallsTest, ASmallMessageWithoutARequiredFieldIsSentAsItIs) {
  StrictMessage message;
  message.set_note("no name");
  ByteBuffer buffer;
  EXPECT_TRUE(Encode(message, &buffer).ok());
  EXPECT_EQ(BytesOf(buffer), message.SerializePartialAsString());
  StrictMessage decoded;
  const Status status = Decode(&buffer, &decoded);
  EXPECT_EQ(status.error_code(), StatusCode::INTERNAL);
  EXPECT_THAT(status.error_message(), ::testing::HasSubstr("name"));
}

// "ok", "error" or "exception": the last is how a protobuf that was built with
// its debug checks ends the encode.
std::string HowEncodingEnds(const Codec& codec, const Message& msg) {
  ByteBuffer buffer;
  try {
    return codec.encode(msg, EntryOf(msg), &buffer).ok() ? "ok" : "error";
  } catch (const std::exception&) {
    return "exception";
  }
}

TEST_P(CodecCallsTest, ALargerMessageWithoutARequiredFieldEndsAsWithStock) {
  StrictMessage message;
  message.set_note("no name, and longer than an inlined slice is");
  EXPECT_EQ(HowEncodingEnds(GetParam(), message),
            HowEncodingEnds(kCodecs[0], message));
}

TEST_P(CodecCallsTest, ARequiredFieldMissingInsideIsRefused) {
  StrictMessage message;
  message.set_name("outer");
  message.mutable_next()->set_note("no name");
  const std::string bytes = message.SerializePartialAsString();
  CountedSlices slices(bytes, 3);
  ByteBuffer buffer = slices.MakeBuffer();
  StrictMessage decoded;
  const Status status = Decode(&buffer, &decoded);
  EXPECT_EQ(status.error_code(), StatusCode::INTERNAL);
  EXPECT_EQ(status.error_message(), "next.name");
  // Under parity stock has written its line; a second would be noise.
  const std::string codec = GetParam().name;
  EXPECT_EQ(g_log_lines, codec == "Generated" || codec == "Reflective" ? 1 : 0);
  EXPECT_TRUE(slices.EachWasReleased(1));
  EXPECT_EQ(Differences(message), 0);
}

TEST_P(CodecCallsTest, KeepsUnknownFields) {
  hops::NewerRequest newer;
  newer.set_reason("new");
  newer.set_weight(2.5);
  newer.mutable_parent()->set_checksum(9);
  const std::string bytes = newer.SerializeAsString();
  for (const size_t piece_bytes : {1, 3, 7, 100}) {
    CountedSlices slices(bytes, piece_bytes);
    ByteBuffer buffer = slices.MakeBuffer();
    EchoRequest older;
    ASSERT_TRUE(Decode(&buffer, &older).ok());
    ByteBuffer again;
    ASSERT_TRUE(Encode(older, &again).ok());
    EXPECT_EQ(BytesOf(again), bytes);
  }
  EXPECT_EQ(Differences(EchoRequest()), 0);
}

TEST_P(CodecCallsTest, ALaterEncodeReplacesWhatTheBufferHeld) {
  EchoRequest message;
  message.set_text("first, and longer than an inlined slice is");
  ByteBuffer buffer;
  ASSERT_TRUE(Encode(message, &buffer).ok());
  message.set_text("second");
  ASSERT_TRUE(Encode(message, &buffer).ok());
  EXPECT_EQ(BytesOf(buffer), message.SerializeAsString());
}

INSTANTIATE_TEST_SUITE_P(All, CodecCallsTest, ::testing::ValuesIn(kCodecs),
                         [](const auto& info) {
                           return std::string(info.param.name);
                         });

TEST(GeneratedCallsTest, AnErrorSaysWhereItIs) {
  // A text of 9 bytes, of which 1 is there.
  const Slice slice("\x10\x05\x0a\x09x", 5);
  ByteBuffer buffer(&slice, 1);
  EchoRequest decoded;
  const Status status = DecodeGenerated(&buffer, EntryOf(decoded), &decoded);
  EXPECT_THAT(
      status.error_message(),
      ::testing::AllOf(::testing::HasSubstr("backwire.hops.EchoRequest"),
                       ::testing::HasSubstr("byte 4"),
                       ::testing::HasSubstr("field 1")));
}

TEST(GeneratedCallsTest, TheReferenceResponseTakesTwoAllocations) {
  if (!testing::AllocationsAreCounted()) GTEST_SKIP() << "under a sanitizer";
  for (const int candidates : {1, 100, 5000}) {
    const auto message = workload::MakeReferenceResponse(candidates);
    TypeEntry entry;
    entry.codec = EntryOf(message).codec;
    const auto encode = [&] {
      ByteBuffer buffer;
      EXPECT_TRUE(EncodeGenerated(message, entry, &buffer).ok());
    };
    encode();
    EXPECT_LE(testing::CountAllocations(encode), 2) << candidates;
  }
}

}  // namespace
}  // namespace backwire::grpc_glue
