// The fuzz harness finds what it is there to find: codecs that are wrong on
// purpose are caught. And the corpus holds for every decoder.
#include <memory>
#include <string>

#include "backwire/dynamic/layouts.h"
#include "backwire/testing/choices.h"
#include "backwire/testing/corpus.h"
#include "backwire/testing/differential.h"
#include "backwire/testing/fuzz/checks.h"
#include "backwire/testing/fuzz/input.h"
#include "backwire/testing/fuzz/portable_twins.h"
#include "backwire/testing/fuzz/record_mutator.h"
#include "backwire/testing/view_comparison.h"
#include "backwire/testing/wire_text.h"
#include "backwire/view/parsed_message.h"
#include "gtest/gtest.h"

namespace backwire::fuzz {
namespace {

using ::google::protobuf::Message;
using testing::Wire;

const FuzzType& TypeOf(const char* name) {
  return FuzzTypes()[static_cast<size_t>(FindFuzzType(name))];
}

bool CoversAll(const FuzzType&) { return true; }

// What Checks says of `decode` in place of the real decoders.
std::string CheckDecodeBy(decltype(Decoder::decode) decode,
                          const std::string& bytes) {
  const std::vector<Decoder> decoders = {{"broken", &CoversAll, decode}};
  const std::vector<Encoder> none;
  const Feeding feeding = {Memory::kReused, 128, 3};
  return Checks(decoders, none)
      .CheckDecode(TypeOf("kinds3.Singular"), bytes, feeding);
}

std::string CheckEncodeBy(decltype(Encoder::encode) encode) {
  const std::vector<Decoder> none;
  const std::vector<Encoder> encoders = {{"broken", &CoversAll, encode}};
  const FuzzType& type = TypeOf("kinds3.Singular");
  const std::unique_ptr<Message> msg(type.prototype->New());
  EXPECT_TRUE(ReadByStock(Wire("1:VARINT v5"), msg.get()));
  return Checks(none, encoders).CheckEncode(type, *msg, 16, 1, 1);
}

void Generated(const FuzzType& type, const SlicedInput& input, Memory memory,
               Decoded* decoded) {
  Decoders()[0].decode(type, input, memory, decoded);
}

TEST(FuzzChecksTest, AcceptsTheRealCodecs) {
  EXPECT_EQ(CheckDecodeBy(&Generated, Wire("1:VARINT v5")), "");
  EXPECT_EQ(CheckDecodeBy(&Generated, "\x08"), "");
  EXPECT_EQ(CheckEncodeBy(Encoders()[0].encode), "");
}

TEST(FuzzChecksTest, SeesAWrongVerdict) {
  const auto accept = [](const FuzzType& type, const SlicedInput& input,
                         Memory memory, Decoded* decoded) {
    Generated(type, input, memory, decoded);
    decoded->accepted = !decoded->accepted;
  };
  EXPECT_NE(CheckDecodeBy(accept, Wire("1:VARINT v5")), "");
  EXPECT_NE(CheckDecodeBy(accept, "\x08"), "");
}

TEST(FuzzChecksTest, SeesAWrongMessageInPiecesOnly) {
  const auto lose = [](const FuzzType& type, const SlicedInput& input,
                       Memory memory, Decoded* decoded) {
    Generated(type, input, memory, decoded);
    if (input.pieces().size() > 2) decoded->bytes.clear();
  };
  EXPECT_EQ(CheckDecodeBy(lose, Wire("1:VARINT v5")), "");
  EXPECT_NE(CheckDecodeBy(lose, Wire("4*( 1:VARINT v5000 )")), "");
}

TEST(FuzzChecksTest, SeesARefusalWithoutAnError) {
  const auto silent = [](const FuzzType& type, const SlicedInput& input,
                         Memory memory, Decoded* decoded) {
    Generated(type, input, memory, decoded);
    decoded->error = {};
  };
  EXPECT_NE(CheckDecodeBy(silent, "\x08"), "");
}

TEST(FuzzChecksTest, SeesWhatADecoderComplainsOf) {
  const auto complain = [](const FuzzType& type, const SlicedInput& input,
                           Memory memory, Decoded* decoded) {
    Generated(type, input, memory, decoded);
    decoded->problem = "something";
  };
  EXPECT_NE(CheckDecodeBy(complain, Wire("1:VARINT v5")), "");
}

TEST(FuzzChecksTest, SeesWrongBytes) {
  const auto more = [](const FuzzType& type, const Message& msg,
                       uint8_t* cursor, wire::BackwardWriter& writer) {
    cursor = Encoders()[0].encode(type, msg, cursor, writer);
    return writer.WriteBytes(cursor, "\x10", 1);
  };
  EXPECT_NE(CheckEncodeBy(more), "");
}

TEST(FuzzTypesTest, HasTypesOfEveryCodec) {
  int generated = 0;
  int reflective_only = 0;
  int twins = 0;
  int views = 0;
  for (const FuzzType& type : FuzzTypes()) {
    if (type.view_layout != nullptr) ++views;
    if (type.generated != nullptr) ++generated;
    if (type.generated == nullptr && type.reflective) ++reflective_only;
    if (type.has_twin()) ++twins;
    EXPECT_EQ(&TypeOf(type.name.c_str()), &type);
  }
  EXPECT_EQ(generated, testing::AllTestedTypes().size());
  EXPECT_GT(reflective_only, 0);
  EXPECT_GT(twins, 0);
  EXPECT_GE(views, generated);
}

// What CompareView() says of the view of one message and another message.
std::string CompareWith(const char* name, const char* viewed,
                        const char* message) {
  const FuzzType& type = TypeOf(name);
  const std::string bytes = Wire(viewed);
  view::ParsedMessage parsed(
      *dynamic::LayoutOfLinkedType(type.prototype->GetDescriptor()));
  EXPECT_TRUE(parsed.Parse(bytes.data(), bytes.size()));
  const std::unique_ptr<Message> msg(type.prototype->New());
  EXPECT_TRUE(ReadByStock(Wire(message), msg.get()));
  return testing::CompareView(DynamicView(parsed.message()), *msg);
}

TEST(ViewComparisonTest, SeesWhatIsReadOtherwise) {
  struct Case {
    const char* type;
    const char* viewed;
    const char* message;
  };
  for (const Case& each : {
           Case{"kinds3.Singular", "1:VARINT v5", "1:VARINT v6"},
           Case{"kinds3.Singular", "1:VARINT v5", ""},
           Case{"kinds3.Singular", "14:LEN {\"a\"}", "14:LEN {\"b\"}"},
           Case{"kinds2.Leaf", "1:VARINT v0", ""},
           Case{"kinds2.Extendable", "11:LEN {\"a\"}", "11:LEN {\"b\"}"},
           Case{"kinds2.Extendable", "20:LEN {}", "2*( 20:LEN {} )"},
           Case{"maps3.KeysToNumber", "1:LEN { 1:VARINT v1 }",
                "1:LEN { 1:VARINT v2 }"},
           Case{"maps3.KeysToNumber", "1:LEN { 1:VARINT v1 2:VARINT v3 }",
                "1:LEN { 1:VARINT v1 }"},
           Case{"kinds2.HoldsExtendable", "1:LEN { 1:VARINT v1 }", "1:LEN {}"},
           Case{"kinds2.HoldsExtendable", "5:VARINT v0", "4:LEN {}"},
       }) {
    EXPECT_NE(CompareWith(each.type, each.viewed, each.message), "")
        << each.type << ": " << each.viewed;
    EXPECT_EQ(CompareWith(each.type, each.viewed, each.viewed), "");
  }
}

// Most changes must leave something that stock accepts: an input that is
// refused at its first byte shows little.
TEST(RecordMutatorTest, KeepsMostMessagesLegal) {
  const testing::SilentLog silent;
  testing::Choices choices(1);
  int accepted = 0;
  constexpr int kCount = 2000;
  for (int i = 0; i < kCount; ++i) {
    const FuzzType& type = FuzzTypes()[i % FuzzTypes().size()];
    std::string bytes;
    for (int change = 0; change < 3; ++change) {
      MutateRecords(type, choices, &bytes);
    }
    const std::unique_ptr<Message> msg(type.oracle->New());
    if (ReadByStock(bytes, msg.get())) ++accepted;
  }
  EXPECT_GT(accepted, kCount / 3);
  EXPECT_LT(accepted, kCount);
}

TEST(PortableTwinsTest, TellUtf8Apart) {
  for (const char* good : {"", "a", "\xc2\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                           "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(TwinIsValidUtf8(good)) << testing::HexOf(good);
  }
  for (const char* bad :
       {"\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xc2", "\xf8\x88\x80\x80\x80"}) {
    EXPECT_FALSE(TwinIsValidUtf8(bad)) << testing::HexOf(bad);
  }
}

// corpus_test looks at the types with generated code alone.
TEST(FuzzCorpusTest, HoldsForEveryDecoder) {
  const testing::SilentLog silent;
  Checks checks;
  int cases = 0;
  for (const auto& path : testing::ListCorpus(BACKWIRE_CORPUS_DIR)) {
    std::string error;
    const auto input = testing::ReadCorpusCase(path, &error);
    ASSERT_TRUE(input.has_value()) << error;
    ASSERT_GE(FindFuzzType(input->type), 0) << path << ": " << input->type;
    const FuzzType& type = TypeOf(input->type.c_str());
    for (int i = 0; i < 64; ++i) {
      const Feeding feeding = {static_cast<Memory>(i % 3),
                               static_cast<uint8_t>(i * 4),
                               static_cast<uint8_t>(1 + i)};
      EXPECT_EQ(checks.CheckDecode(type, input->bytes, feeding), "") << path;
    }
    ++cases;
  }
  EXPECT_GE(cases, 40);
}

}  // namespace
}  // namespace backwire::fuzz
