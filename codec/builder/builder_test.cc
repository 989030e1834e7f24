// The generated builders, called by hand in ascending order: every kind of
// field in every form writes what stock writes.
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "all_kinds_proto2.backwire_builder.h"
#include "all_kinds_proto3.backwire_builder.h"
#include "backwire/builder/builder_test_support.h"
#include "backwire/testing/differential.h"
#include "code_size.backwire_builder.h"
#include "deprecated.backwire_builder.h"
#include "gtest/gtest.h"
#include "imports.backwire_builder.h"
#include "lite.backwire_builder.h"
#include "maps_proto3.backwire_builder.h"
#include "names/builders.backwire_builder.h"
#include "names/fields.backwire_builder.h"
#include "names/google.backwire_builder.h"
#include "names/grpc.backwire_builder.h"
#include "names/no_package.backwire_builder.h"
#include "names/odd-file.name.backwire_builder.h"
#include "names/std.backwire_builder.h"
#include "public_inner.backwire_builder.h"
#include "public_outer.backwire_builder.h"

namespace backwire::builder {
namespace {

using testing::StockBytes;

std::vector<std::string> Texts() {
  std::vector<std::string> texts;
  for (size_t size = 0; size < 140; ++size) texts.emplace_back(size, 'a');
  texts.insert(texts.end(), {std::string("\0x\0", 3), "\xc3\xa9\xe6\xbc\xa2",
                             std::string(16383, 'b'), std::string(16384, 'c'),
                             std::string(300000, 'd')});
  return texts;
}

#define BACKWIRE_SET_TEXT(field)                                      \
  for (const std::string& value : Texts()) {                          \
    Message msg;                                                      \
    msg.set_##field(value);                                           \
    ASSERT_EQ(Built<Message>([&](auto& b) { b.set_##field(value); }), \
              StockBytes(msg))                                        \
        << #field << " of " << value.size();                          \
  }

TEST(BuilderTest, Texts) {
  {
    using Message = kinds3::Singular;
    BACKWIRE_SET_TEXT(f_string)
    BACKWIRE_SET_TEXT(f_bytes)
  }
  {
    using Message = kinds3::Optional;
    BACKWIRE_SET_TEXT(f_string)
  }
  {
    using Message = kinds2::OneOf;
    BACKWIRE_SET_TEXT(f_string)
    BACKWIRE_SET_TEXT(f_bytes)
  }
  kinds3::RepeatedLen msg;
  for (const std::string& text : Texts()) msg.add_f_string(text);
  for (const std::string& text : Texts()) msg.add_f_bytes(text);
  EXPECT_EQ(Built<kinds3::RepeatedLen>([](auto& b) {
              for (const std::string& text : Texts()) b.add_f_string(text);
              for (const std::string& text : Texts()) b.add_f_bytes(text);
            }),
            StockBytes(msg));
}

TEST(BuilderTest, TakesEveryTypeOfText) {
  const std::string string = "text";
  const std::vector<char> vector(string.begin(), string.end());
  const std::string expected = "\x0a\x04text";
  using M = kinds3::RepeatedLen;
  EXPECT_EQ(Built<M>([&](auto& b) { b.add_f_string("text"); }), expected);
  EXPECT_EQ(Built<M>([&](auto& b) { b.add_f_string(string); }), expected);
  EXPECT_EQ(Built<M>([&](auto& b) { b.add_f_string(vector); }), expected);
  EXPECT_EQ(
      Built<M>([&](auto& b) { b.add_f_string(std::string_view(string)); }),
      expected);
  EXPECT_EQ(
      Built<M>([&](auto& b) { b.add_f_string(absl::string_view(string)); }),
      expected);
  EXPECT_EQ(Built<M>([&](auto& b) { b.add_f_string(std::string_view()); }),
            std::string("\x0a\0", 2));
}

kinds3::Leaf MakeLeaf(int number) {
  kinds3::Leaf leaf;
  leaf.set_number(number);
  leaf.set_text(std::string(number, 'l'));
  return leaf;
}

void FillLeaf(int number, Builder<kinds3::Leaf>& leaf) {
  leaf.set_number(number);
  leaf.set_text(std::string(number, 'l'));
}

TEST(BuilderTest, SubmessagesByChildByStocksClassAndEncoded) {
  kinds3::RepeatedLen msg;
  for (int i = 0; i < 200; ++i) *msg.add_f_leaf() = MakeLeaf(i);
  msg.add_f_empty();
  const std::string expected = StockBytes(msg);
  using M = kinds3::RepeatedLen;
  EXPECT_EQ(Built<M>([](auto& b) {
              for (int i = 0; i < 200; ++i) {
                auto leaf = b.add_f_leaf();
                FillLeaf(i, leaf);
              }
              auto empty = b.add_f_empty();
            }),
            expected);
  EXPECT_EQ(Built<M>([](auto& b) {
              for (int i = 0; i < 200; ++i) b.add_f_leaf(MakeLeaf(i));
              b.add_f_empty(EncodedMessage(""));
            }),
            expected);
  EXPECT_EQ(Built<M>([](auto& b) {
              for (int i = 0; i < 200; ++i) {
                b.add_f_leaf(EncodedMessage(MakeLeaf(i).SerializeAsString()));
              }
              b.add_f_empty(kinds3::Empty());
            }),
            expected);
}

TEST(BuilderTest, Groups) {
  kinds2::Groups msg;
  msg.mutable_one()->set_number(5);
  auto* const deep = msg.mutable_one()->mutable_inner()->add_deep();
  deep->add_values(1);
  deep->add_values(2);
  (*msg.mutable_one()->mutable_labels())["k"] = "v";
  msg.add_many()->mutable_picked()->set_data("data");
  msg.add_many()->mutable_again()->set_after("after");
  msg.mutable_far()->set_flag(true);
  EXPECT_EQ(Built<kinds2::Groups>([&](auto& b) {
              {
                auto one = b.open_one();
                one.set_number(5);
                {
                  auto inner = one.open_inner();
                  auto deeper = inner.add_deep();
                  deeper.add_values({1, 2});
                }
                one.add_labels("k", "v");
              }
              {
                auto many = b.add_many();
                auto picked = many.open_picked();
                picked.set_data("data");
              }
              b.add_many(msg.many(1));
              auto far = b.open_far();
              far.set_flag(true);
            }),
            StockBytes(msg));
}

TEST(BuilderTest, MapsToMessages) {
  maps3::KeysToMessage msg;
  for (const int i : {-1, 0, 200}) {
    (*msg.mutable_f_sint32())[i] = MakeLeaf(200);
  }
  (*msg.mutable_f_string())[""] = MakeLeaf(0);
  (*msg.mutable_f_string())[std::string(150, 'k')] = MakeLeaf(70);
  EXPECT_EQ(Built<maps3::KeysToMessage>([](auto& b) {
              {
                auto leaf = b.add_f_sint32(-1);
                FillLeaf(200, leaf);
              }
              b.add_f_sint32(0, MakeLeaf(200));
              b.add_f_sint32(200,
                             EncodedMessage(MakeLeaf(200).SerializeAsString()));
              b.add_f_string("", MakeLeaf(0));
              auto leaf = b.add_f_string(std::string(150, 'k'));
              FillLeaf(70, leaf);
            }),
            StockBytes(msg));
}

TEST(BuilderTest, TagsOfOneToFiveBytes) {
  kinds3::Numbers msg;
  msg.set_f1(1);
  msg.mutable_f15();
  msg.set_f16("16");
  msg.add_f2047(-2047);
  msg.set_f2048(2048);
  (*msg.mutable_f262143())["k"] = "v";
  msg.add_f262144("262144");
  msg.set_f33554431(33554431);
  *msg.add_f33554432() = MakeLeaf(3);
  (*msg.mutable_f536870910())[4] = MakeLeaf(4);
  msg.set_f536870911("last");
  EXPECT_EQ(Built<kinds3::Numbers>([](auto& b) {
              b.set_f1(1);
              b.set_f15(kinds3::Leaf());
              b.set_f16("16");
              b.add_f2047({-2047});
              b.set_f2048(2048);
              b.add_f262143("k", "v");
              b.add_f262144("262144");
              b.set_f33554431(33554431);
              b.add_f33554432(MakeLeaf(3));
              b.add_f536870910(4, MakeLeaf(4));
              b.set_f536870911("last");
            }),
            StockBytes(msg));
}

TEST(BuilderTest, MessagesOfFilesWithoutBuilders) {
  imports::Foreign msg;
  msg.mutable_plain()->set_text("text");
  msg.add_plains()->set_number(1);
  (*msg.mutable_mapped())["key"].set_number(2);
  msg.mutable_needs_number()->set_number(3);
  msg.mutable_inner()->set_id("inner");
  EXPECT_EQ(Built<imports::Foreign>([&](auto& b) {
              b.set_plain(msg.plain());
              b.add_plains(msg.plains(0));
              b.add_mapped("key", msg.mapped().at("key"));
              b.set_needs_number(msg.needs_number());
              // Its file has builders, and is imported publicly by another.
              auto inner = b.open_inner();
              inner.set_id("inner");
            }),
            StockBytes(msg));
}

TEST(BuilderTest, LiteMessages) {
  lite::Lite msg;
  msg.set_number(7);
  (*msg.mutable_labels())["a"] = "b";
  msg.mutable_again()->mutable_again()->set_number(8);
  EXPECT_EQ(Built<lite::Lite>([&](auto& b) {
              b.set_number(7);
              b.add_labels("a", "b");
              auto again = b.open_again();
              again.set_again(msg.again().again());
            }),
            msg.SerializeAsString());
}

TEST(BuilderTest, NamesThatMeetTheBuilders) {
  names::builders::Taken msg;
  msg.mutable_builder()->set_value(1);
  msg.set_set_builder(3);
  msg.add_put(7);
  msg.set_add_open("open");
  msg.set_close(12);
  EXPECT_EQ(Built<names::builders::Taken>([](auto& b) {
              {
                auto builder = b.open_builder();
                builder.set_value(1);
              }
              b.set_set_builder(3);
              b.add_put({7});
              b.set_add_open("open");
              b.set_close(12);
            }),
            StockBytes(msg));
  // The schema's own class keeps its name.
  EXPECT_EQ(names::builders::TakenBuilder().ByteSizeLong(), 0);
}

// Twice set: two records, of which the reader takes the last.
TEST(BuilderTest, TheLastRecordOfASingularFieldWins) {
  const std::string bytes = Built<kinds3::OneOf>([](auto& b) {
    b.set_plain(1);
    b.set_f_string("first");
    b.set_f_int32(2);
    b.set_plain(3);
  });
  kinds3::OneOf msg;
  ASSERT_TRUE(msg.ParseFromString(bytes));
  EXPECT_EQ(msg.plain(), 3);
  EXPECT_EQ(msg.choice_case(), kinds3::OneOf::kFInt32);
}

}  // namespace
}  // namespace backwire::builder
