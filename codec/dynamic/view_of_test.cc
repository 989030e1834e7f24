// The accessors of generated views against those of stock's classes, on random
// messages: every kind of field in every form.
#include "backwire/dynamic/view_of.h"

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "all_kinds_proto2.backwire_view.h"
#include "all_kinds_proto3.backwire_view.h"
#include "backwire/testing/random_message.h"
#include "backwire/testing/wire_text.h"
#include "backwire/view/parsed_message.h"
#include "gtest/gtest.h"
#include "imports.backwire_view.h"
#include "lite.backwire_view.h"
#include "maps_proto3.backwire_view.h"

namespace backwire {
namespace {

using ::google::protobuf::MessageLite;
using ::google::protobuf::io::CodedOutputStream;
using ::google::protobuf::io::StringOutputStream;

constexpr int kMessages = 60;

// A random message and its view.
template <class Message>
class Sample {
 public:
  explicit Sample(testing::RandomMessages* random)
      : parsed_(ViewOf<Message>::Layout()) {
    random->Fill(&message);
    bytes_ = message.SerializePartialAsString();
    // Equal to what stock makes of the bytes: enums' unknown numbers move.
    EXPECT_TRUE(message.ParsePartialFromString(bytes_));
    EXPECT_TRUE(parsed_.Parse(bytes_.data(), bytes_.size()))
        << parsed_.ErrorText();
  }
  ViewOf<Message> view() const { return ViewOf<Message>(parsed_.message()); }

  Message message;

 private:
  std::string bytes_;
  view::ParsedMessage parsed_;
};

template <class Message>
std::string StockBytes(const Message& message) {
  std::string bytes;
  StringOutputStream stream(&bytes);
  CodedOutputStream out(&stream);
  out.SetSerializationDeterministic(true);
  EXPECT_TRUE(message.SerializePartialToCodedStream(&out));
  return bytes;
}

template <class T>
void ExpectSame(T actual, T expected) {
  if constexpr (std::is_class_v<T>) {
    EXPECT_EQ(actual, expected);
  } else {
    // By bits: a NaN is itself.
    EXPECT_EQ(std::memcmp(&actual, &expected, sizeof(T)), 0)
        << +actual << " is not " << +expected;
  }
}
void ExpectSame(std::string_view actual, const std::string& expected) {
  EXPECT_EQ(actual, expected);
}
template <class Message>
void ExpectSame(const ViewOf<Message>& actual, const Message& expected) {
  std::string bytes;
  actual.AppendEncoded(/*deterministic=*/true, &bytes);
  EXPECT_EQ(testing::HexOf(bytes), testing::HexOf(StockBytes(expected)));
  Message copy;
  EXPECT_EQ(actual.CopyTo(&copy), expected.IsInitialized());
  EXPECT_EQ(testing::HexOf(StockBytes(copy)), testing::HexOf(bytes));
}

// All of these read `view` and `message`.
#define EXPECT_FIELD(name) ExpectSame(view.name(), message.name());
#define EXPECT_PRESENCE(name)                         \
  EXPECT_EQ(view.has_##name(), message.has_##name()); \
  EXPECT_FIELD(name)
#define EXPECT_REPEATED(name)                                   \
  ASSERT_EQ(view.name##_size(), message.name##_size());         \
  ASSERT_EQ(view.name().size(), size_t(message.name##_size())); \
  {                                                             \
    int index = 0;                                              \
    for (const auto element : view.name()) {                    \
      ExpectSame(element, message.name(index));                 \
      ExpectSame(view.name(index), message.name(index));        \
      ++index;                                                  \
    }                                                           \
    values += index;                                            \
  }
#define EXPECT_MAP(name)                                                      \
  ASSERT_EQ(view.name##_size(), message.name##_size());                       \
  ASSERT_EQ(view.name().size(), message.name().size());                       \
  for (const auto& [key, value] : message.name()) {                           \
    const auto found = view.name().find(key);                                 \
    ASSERT_TRUE(found.has_value());                                           \
    EXPECT_TRUE(view.name().contains(key));                                   \
    ExpectSame(*found, value);                                                \
    ++values;                                                                 \
  }                                                                           \
  for (const auto [key, value] : view.name()) {                               \
    ExpectSame(                                                               \
        value,                                                                \
        message.name().at(                                                    \
            typename std::decay_t<decltype(message.name())>::key_type(key))); \
  }

#define NUMBERS(X) \
  X(f_int32);      \
  X(f_int64);      \
  X(f_uint32);     \
  X(f_uint64);     \
  X(f_sint32);     \
  X(f_sint64);     \
  X(f_fixed32);    \
  X(f_fixed64);    \
  X(f_sfixed32);   \
  X(f_sfixed64);   \
  X(f_float);      \
  X(f_double);     \
  X(f_bool);
#define KEYS(X)  \
  X(f_int32);    \
  X(f_int64);    \
  X(f_uint32);   \
  X(f_uint64);   \
  X(f_sint32);   \
  X(f_sint64);   \
  X(f_fixed32);  \
  X(f_fixed64);  \
  X(f_sfixed32); \
  X(f_sfixed64); \
  X(f_bool);     \
  X(f_string);

#define DEFINE_CHECK(type, fields)                                         \
  void Check(const ViewOf<type>& view, const type& message, int& values) { \
    fields;                                                                \
    ++values;                                                              \
  }

DEFINE_CHECK(::kinds3::Singular, NUMBERS(EXPECT_FIELD); EXPECT_FIELD(f_string);
             EXPECT_FIELD(f_bytes); EXPECT_FIELD(f_open);
             EXPECT_PRESENCE(f_leaf); EXPECT_PRESENCE(f_empty))
DEFINE_CHECK(::kinds3::Optional, NUMBERS(EXPECT_PRESENCE);
             EXPECT_PRESENCE(f_string); EXPECT_PRESENCE(f_bytes);
             EXPECT_PRESENCE(f_open); EXPECT_PRESENCE(f_leaf))
DEFINE_CHECK(::kinds3::Packed, NUMBERS(EXPECT_REPEATED);
             EXPECT_REPEATED(f_open))
DEFINE_CHECK(::kinds3::Unpacked, NUMBERS(EXPECT_REPEATED);
             EXPECT_REPEATED(f_open))
DEFINE_CHECK(::kinds3::RepeatedLen, EXPECT_REPEATED(f_string);
             EXPECT_REPEATED(f_bytes); EXPECT_REPEATED(f_leaf);
             EXPECT_REPEATED(f_empty))
DEFINE_CHECK(::kinds3::OneOf,
             EXPECT_EQ(view.choice_case(), message.choice_case());
             EXPECT_EQ(view.other_case(), message.other_case());
             NUMBERS(EXPECT_PRESENCE); EXPECT_PRESENCE(f_string);
             EXPECT_PRESENCE(f_bytes); EXPECT_PRESENCE(f_open);
             EXPECT_PRESENCE(f_leaf); EXPECT_FIELD(plain);
             EXPECT_PRESENCE(other_text); EXPECT_PRESENCE(other_leaf))
DEFINE_CHECK(::kinds3::Tree, EXPECT_FIELD(value); EXPECT_PRESENCE(left);
             EXPECT_REPEATED(children); EXPECT_MAP(named);
             EXPECT_PRESENCE(chosen); EXPECT_PRESENCE(ping))
DEFINE_CHECK(::kinds2::Optional, NUMBERS(EXPECT_PRESENCE);
             EXPECT_PRESENCE(f_string); EXPECT_PRESENCE(f_bytes);
             EXPECT_PRESENCE(f_closed); EXPECT_PRESENCE(f_nozero);
             EXPECT_PRESENCE(f_leaf); EXPECT_PRESENCE(f_open))
DEFINE_CHECK(::kinds2::Defaults, EXPECT_PRESENCE(f_int32);
             EXPECT_PRESENCE(f_int64); EXPECT_PRESENCE(f_uint32);
             EXPECT_PRESENCE(f_uint64); EXPECT_PRESENCE(f_inf);
             EXPECT_PRESENCE(f_nan); EXPECT_PRESENCE(f_small);
             EXPECT_PRESENCE(f_bool); EXPECT_PRESENCE(f_string);
             EXPECT_PRESENCE(f_bytes); EXPECT_PRESENCE(f_closed);
             EXPECT_PRESENCE(f_no_zero); EXPECT_PRESENCE(f_choice);
             EXPECT_PRESENCE(f_choice_enum))
DEFINE_CHECK(::kinds2::Packed, NUMBERS(EXPECT_REPEATED);
             EXPECT_REPEATED(f_closed); EXPECT_REPEATED(f_nozero))
DEFINE_CHECK(::kinds2::OneOf,
             EXPECT_EQ(view.choice_case(), message.choice_case());
             NUMBERS(EXPECT_PRESENCE); EXPECT_PRESENCE(f_nozero);
             EXPECT_PRESENCE(chosen); EXPECT_PRESENCE(f_open))
// Laid out at run time.
DEFINE_CHECK(::kinds2::Extendable, EXPECT_PRESENCE(low); EXPECT_PRESENCE(high);
             EXPECT_REPEATED(leaves))
DEFINE_CHECK(::maps3::KeysToNumber, KEYS(EXPECT_MAP))
DEFINE_CHECK(::maps3::KeysToDouble, KEYS(EXPECT_MAP))
DEFINE_CHECK(::maps3::KeysToText, KEYS(EXPECT_MAP))
DEFINE_CHECK(::maps3::KeysToEnum, KEYS(EXPECT_MAP))
DEFINE_CHECK(::maps3::KeysToMessage, KEYS(EXPECT_MAP))

template <class Message>
class ViewOfTest : public ::testing::Test {};

using Types = ::testing::Types<
    ::kinds3::Singular, ::kinds3::Optional, ::kinds3::Packed,
    ::kinds3::Unpacked, ::kinds3::RepeatedLen, ::kinds3::OneOf, ::kinds3::Tree,
    ::kinds2::Optional, ::kinds2::Defaults, ::kinds2::Packed, ::kinds2::OneOf,
    ::kinds2::Extendable, ::maps3::KeysToNumber, ::maps3::KeysToDouble,
    ::maps3::KeysToText, ::maps3::KeysToEnum, ::maps3::KeysToMessage>;
TYPED_TEST_SUITE(ViewOfTest, Types);

TYPED_TEST(ViewOfTest, ReadsWhatStockReads) {
  testing::RandomMessages random(31);
  int values = 0;
  for (int i = 0; i < kMessages && !this->HasFailure(); ++i) {
    const Sample<TypeParam> sample(&random);
    Check(sample.view(), sample.message, values);
    ExpectSame(sample.view(), sample.message);
  }
  EXPECT_GE(values, kMessages);
}

TYPED_TEST(ViewOfTest, ReadsDefaultsOfAnEmptyMessage) {
  const view::ParsedMessage parsed(ViewOf<TypeParam>::Layout());
  int values = 0;
  Check(ViewOf<TypeParam>(parsed.message()), TypeParam(), values);
}

TEST(ForeignViewTest, IsReadByNameOrHandle) {
  ::imports::WellKnown message;
  message.mutable_timestamp()->set_seconds(12);
  message.add_timestamps()->set_nanos(34);
  (*message.mutable_values())["key"].set_number_value(0.5);
  const std::string bytes = message.SerializeAsString();
  view::ParsedMessage parsed(::imports::WellKnownView::Layout());
  ASSERT_TRUE(parsed.Parse(bytes.data(), bytes.size()));
  const ::imports::WellKnownView view(parsed.message());

  const auto timestamp = view.timestamp();
  EXPECT_EQ(std::get<int64_t>(timestamp.Get(timestamp.FindField("seconds"))),
            12);
  const auto element = view.timestamps(0);
  EXPECT_EQ(std::get<int32_t>(element.Get(element.FindField("nanos"))), 34);
  const auto value = view.values().find("key");
  ASSERT_TRUE(value.has_value());
  EXPECT_EQ(std::get<double>(value->Get(value->FindField("number_value"))),
            0.5);
  ::google::protobuf::Timestamp copy;
  ASSERT_TRUE(timestamp.CopyTo(&copy));
  EXPECT_EQ(copy.seconds(), 12);
  EXPECT_FALSE(view.has_duration());
}

TEST(LiteViewTest, IsLikeAnyOther) {
  ::lite::Lite message;
  message.set_number(5);
  message.mutable_again()->set_number(6);
  (*message.mutable_labels())["a"] = "b";
  const std::string bytes = message.SerializeAsString();
  view::ParsedMessage parsed(::lite::LiteView::Layout());
  ASSERT_TRUE(parsed.Parse(bytes.data(), bytes.size()));
  const ::lite::LiteView view(parsed.message());
  EXPECT_EQ(view.number(), 5);
  EXPECT_EQ(view.again().number(), 6);
  EXPECT_FALSE(view.again().has_again());
  EXPECT_EQ(view.again().again().number(), 0);
  EXPECT_EQ(view.labels().find("a"), "b");
  EXPECT_EQ(view.labels().find("b"), std::nullopt);
}

TEST(UnknownFieldsTest, AreGivenAsTheyArrived) {
  const std::string bytes = "\xf8\x07\x05\x08\x01\xf8\x07\x06";
  view::ParsedMessage parsed(::kinds3::LeafView::Layout());
  ASSERT_TRUE(parsed.Parse(bytes.data(), bytes.size()));
  const ::kinds3::LeafView view(parsed.message());
  EXPECT_EQ(view.number(), 1);
  std::string unknown;
  for (const std::string_view record : view.UnknownRecords()) {
    unknown += record;
  }
  EXPECT_EQ(testing::HexOf(unknown),
            testing::HexOf("\xf8\x07\x05\xf8\x07\x06"));
}

}  // namespace
}  // namespace backwire
