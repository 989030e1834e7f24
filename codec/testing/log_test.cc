// Bad UTF-8 in fields that are checked: sent all the same, with the log line
// that stock writes, and refused when it is received.
#include <algorithm>
#include <string>
#include <vector>

#include "all_kinds_proto2.backwire_builder.h"
#include "all_kinds_proto3.backwire_builder.h"
#include "backwire/builder/memory_outputs.h"
#include "backwire/compat/protobuf_compat.h"
#include "backwire/testing/differential.h"
#include "backwire/testing/protobuf_log.h"
#include "google/protobuf/descriptor.h"
#include "maps_proto3.backwire_builder.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;

// Sets or adds text that is no UTF-8: once short, once too long for the blocks
// that the tests hand out.
void PutBadText(Message* msg, const FieldDescriptor* field) {
  const auto* const r = msg->GetReflection();
  const std::string texts[] = {"ab\xc3", std::string(3000, 'x') + "\xff"};
  for (const std::string& text : texts) {
    if (field->is_repeated()) {
      r->AddString(msg, field, text);
    } else {
      r->SetString(msg, field, text);
    }
  }
}

void PutBadTexts(Message* msg) {
  for (int i = 0; i < msg->GetDescriptor()->field_count(); ++i) {
    const FieldDescriptor* const field = msg->GetDescriptor()->field(i);
    if (field->type() == FieldDescriptor::TYPE_STRING) PutBadText(msg, field);
    if (!field->is_map()) continue;
    Message* const entry = msg->GetReflection()->AddMessage(msg, field);
    for (int j = 0; j < 2; ++j) {
      const FieldDescriptor* const part = entry->GetDescriptor()->field(j);
      if (part->type() == FieldDescriptor::TYPE_STRING) PutBadText(entry, part);
    }
  }
}

// True for a string, also as a map's key or value, whose text is not checked.
[[maybe_unused]] bool HoldsUncheckedText(const FieldDescriptor* field) {
  if (field->is_map()) {
    return HoldsUncheckedText(field->message_type()->map_key()) ||
           HoldsUncheckedText(field->message_type()->map_value());
  }
  return field->type() == FieldDescriptor::TYPE_STRING &&
         !compat::ChecksUtf8(field);
}

// Without NDEBUG stock also logs, and takes, bad text that is not checked; then
// types that hold such text are not compared. Maps filled by reflection keep
// their entries in another form in types of CODE_SIZE.
bool IsCompared(const TestedType& type) {
#ifndef NDEBUG
  for (int i = 0; i < type.descriptor()->field_count(); ++i) {
    if (HoldsUncheckedText(type.descriptor()->field(i))) return false;
  }
#endif
  return type.twin == nullptr;
}

TEST(BadUtf8Test, IsSentAndLoggedAsStockDoes) {
  size_t lines = 0;
  for (const TestedType& type : AllTestedTypes()) {
    if (!IsCompared(type)) continue;
    const std::unique_ptr<Message> msg = type.New();
    PutBadTexts(msg.get());
    std::string stock;
    std::string generated;
    std::vector<std::string> stock_log =
        LogOf([&] { stock = StockBytes(*msg); });
    std::vector<std::string> generated_log =
        LogOf([&] { generated = GeneratedBytes(type, *msg); });
    EXPECT_EQ(stock, generated) << type.codec->full_name;
    // The order is another: the message is written from its end.
    std::sort(stock_log.begin(), stock_log.end());
    std::sort(generated_log.begin(), generated_log.end());
    EXPECT_EQ(stock_log, generated_log) << type.codec->full_name;
    lines += stock_log.size();
  }
  EXPECT_GT(lines, 50u);
}

template <class M, class Fill>
std::vector<std::string> LogOfBuilder(Fill&& fill) {
  return LogOf([&] {
    builder::StringOutput output;
    Builder<M> builder(&output);
    fill(builder);
  });
}

TEST(BadUtf8Test, IsLoggedByBuildersAsStockDoes) {
  const std::string texts[] = {"ab\xc3", std::string(3000, 'x') + "\xff"};
  kinds3::RepeatedLen list;
  maps3::StringTo map;
  for (const std::string& text : texts) {
    list.add_f_string(text);
    list.add_f_bytes(text);
    (*map.mutable_f_string())[text] = text;
    (*map.mutable_f_leaf())[text];
  }
  EXPECT_EQ(LogOfBuilder<kinds3::RepeatedLen>([&](auto& b) {
              for (const std::string& text : texts) b.add_f_string(text);
              for (const std::string& text : texts) b.add_f_bytes(text);
            }),
            LogOf([&] { StockBytes(list); }));
  EXPECT_EQ(LogOfBuilder<maps3::StringTo>([&](auto& b) {
              for (const std::string& text : texts) b.add_f_string(text, text);
              for (const std::string& text : texts) {
                b.add_f_leaf(text, kinds3::Leaf());
              }
            }),
            LogOf([&] { StockBytes(map); }));
#ifdef NDEBUG  // else stock logs bad text of proto2 too
  EXPECT_TRUE(LogOfBuilder<kinds2::RepeatedLen>([&](auto& b) {
                b.add_f_string(texts[0]);
              }).empty());
#endif
}

TEST(BadUtf8Test, IsRefusedAndLoggedAsStockDoes) {
  size_t refused = 0;
  for (const TestedType& type : AllTestedTypes()) {
    if (!IsCompared(type)) continue;
    const std::unique_ptr<Message> msg = type.New();
    PutBadTexts(msg.get());
    std::string bytes;
    LogOf([&] { bytes = StockBytes(*msg); });
    bool stock = false;
    bool generated = false;
    const std::vector<std::string> stock_log =
        LogOf([&] { stock = StockMerge(bytes, type.New().get()); });
    const std::vector<std::string> generated_log = LogOf(
        [&] { generated = GeneratedMerge(type, bytes, {}, type.New().get()); });
    EXPECT_EQ(stock, generated) << type.codec->full_name;
    EXPECT_EQ(stock_log, generated_log) << type.codec->full_name;
    refused += stock ? 0 : 1;
  }
  EXPECT_GT(refused, 10u);
}

}  // namespace
}  // namespace backwire::testing
