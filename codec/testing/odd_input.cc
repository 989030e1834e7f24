#include "backwire/testing/odd_input.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "backwire/testing/wire_text.h"
#include "backwire/wire/wire_format.h"
#include "google/protobuf/wire_format_lite.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::OneofDescriptor;
using ::google::protobuf::internal::WireFormatLite;

// An input as wire text.
struct OddText {
  const char* what;
  const char* text;
};

template <size_t kCount>
std::vector<OddInput> InputsOf(const OddText (&texts)[kCount]) {
  std::vector<OddInput> inputs;
  for (const OddText& odd : texts) inputs.push_back({odd.what, Wire(odd.text)});
  return inputs;
}

// Payloads, legal or not, by wire type.
constexpr OddText kVarints[] = {{"0", "v0"},
                                {"1", "v1"},
                                {"127", "v127"},
                                {"128", "v128"},
                                {"-1", "v-1"},
                                {"99", "v99"},
                                {"2^31", "v2147483648"},
                                {"2^32", "v4294967296"},
                                {"2^32 + 1", "v4294967297"},
                                {"2^32 + 99", "v4294967395"},
                                {"2^35 - 7", "v34359738361"},
                                {"2^63", "v9223372036854775808"},
                                {"0 in 10 bytes", "v0/10"},
                                {"1 in 2 bytes", "v1/2"},
                                {"1 in 5 bytes", "v1/5"},
                                {"99 in 5 bytes", "v99/5"},
                                {"1 in 10 bytes", "v1/10"},
                                {"surplus bits", "81 8*(80) 7e"},
                                {"all bits and surplus", "9*(ff) 7f"},
                                {"11 bytes", "v1/11"},
                                {"no end", "12*(ff)"},
                                {"cut", "80"}};

constexpr OddText kI32[] = {{"zero", "i32:0"},
                            {"-0.0", "i32:2147483648"},
                            {"NaN", "01 00 c0 7f"},
                            {"all bits", "i32:-1"},
                            {"cut", "01 02 03"}};

constexpr OddText kI64[] = {{"zero", "i64:0"},
                            {"-0.0", "7*(00) 80"},
                            {"NaN", "01 5*(00) f8 7f"},
                            {"all bits", "i64:-1"},
                            {"cut", "7*(01)"}};

constexpr OddText kTexts[] = {
    {"empty", "{}"},
    {"ASCII", "{\"abc\"}"},
    {"length in 2 bytes", "v3/2 \"abc\""},
    {"length in 5 bytes", "v3/5 \"abc\""},
    {"length in 6 bytes", "v3/6 \"abc\""},
    {"length beyond the input", "v200 \"abc\""},
    {"length one beyond", "v4 \"abc\""},
    {"length INT_MAX - 16", "v2147483631 \"abc\""},
    {"length INT_MAX", "v2147483647 \"abc\""},
    {"length 2^31", "v2147483648 \"abc\""},
    {"length 2^32 - 1", "v4294967295 \"abc\""},
    {"length 2^32 + 3", "83 80 80 80 10 \"abc\""},
    {"length 2^35 + 3", "83 80 80 80 80 01 \"abc\""},
    {"é", "{c3 a9}"},
    {"U+10FFFF", "{f4 8f bf bf}"},
    {"NUL", "{00}"},
    {"lone continuation", "{80}"},
    {"0xff", "{ff}"},
    {"overlong NUL", "{c0 80}"},
    {"surrogate", "{ed a0 80}"},
    {"above U+10FFFF", "{f4 90 80 80}"},
    {"cut character", "{\"abc\" e6 bc}"},
    {"long, bad at its end", "{40*(\"a\") ff}"},
    {"long, bad in the middle", "{13*(\"a\") c3 13*(\"b\")}"},
    {"140 bytes", "{70*(c3 a9)}"}};

// Records of any message.
constexpr OddText kRecords[] = {
    {"tag 0", "00"},
    {"tag 0 in 3 bytes", "v0/3"},
    {"field 0, VARINT", "v0/2 01"},
    {"field 0, I64", "0:I64 i64:1"},
    {"field 0, LEN", "0:LEN {}"},
    {"field 0, SGROUP", "0:SGROUP 0:EGROUP"},
    {"field 0, EGROUP", "0:EGROUP"},
    {"field 0, I32", "0:I32 i32:1"},
    {"wire type 6", "12345:6 v1"},
    {"wire type 7", "12345:7 v1"},
    {"a stray EGROUP", "12345:EGROUP"},
    {"a tag of 6 bytes", "v98760/6 v1"},
    {"a tag above 32 bits", "c8 80 80 80 70 v1"},
    {"an unknown VARINT", "12345:VARINT v-1"},
    {"an overlong unknown VARINT", "12345:VARINT v5/9"},
    {"an unknown VARINT of 11 bytes", "12345:VARINT v5/11"},
    {"an unknown I64", "12345:I64 i64:-2"},
    {"an unknown I64, cut", "12345:I64 i32:-2"},
    {"an unknown I32", "12345:I32 i32:-2"},
    {"an unknown LEN", "12345:LEN {40*(\"x\")}"},
    {"an unknown LEN with an overlong length", "12345:LEN v2/5 \"ab\""},
    {"an unknown LEN beyond the input", "12345:LEN v77 \"ab\""},
    {"an unknown LEN of INT_MAX", "12345:LEN v2147483647 \"ab\""},
    {"the highest number", "536870911:VARINT v1"},
    {"an unknown group",
     "12345:SGROUP 1:LEN {\"abc\"} 2:SGROUP "
     "536870911:I32 i32:1 2:EGROUP 12345:EGROUP"},
    {"an unknown group with field 0", "9999:SGROUP 00 01 9999:EGROUP"},
    {"an unknown group with wire type 6", "9999:SGROUP 0e 9999:EGROUP"},
    {"an unknown group closed by another", "9999:SGROUP 9998:EGROUP"},
    {"an unknown group never closed", "9999:SGROUP 1:VARINT v1"},
    {"a group that a LEN inside would close",
     "9999:SGROUP 1:LEN {9999:EGROUP}"}};

// Bodies of messages of any type.
const std::vector<OddInput>& OddBodies() {
  static const auto* const bodies = [] {
    auto* const all = new std::vector<OddInput>(OddRecords());
    all->push_back({"empty", ""});
    return all;
  }();
  return *bodies;
}

wire::WireType WireTypeOf(const FieldDescriptor* field) {
  return static_cast<wire::WireType>(WireFormatLite::WireTypeForFieldType(
      static_cast<WireFormatLite::FieldType>(field->type())));
}

std::string TagOf(int number, int type) {
  return Varint(static_cast<uint64_t>(number) << 3 |
                static_cast<uint64_t>(type));
}

std::vector<OddInput> OddPayloads(wire::WireType type) {
  switch (type) {
    case wire::kI32:
      return InputsOf(kI32);
    case wire::kI64:
      return InputsOf(kI64);
    case wire::kLen:
      return InputsOf(kTexts);
    default:
      return InputsOf(kVarints);
  }
}

std::string SampleBody(const Descriptor* type, int variant) {
  std::string body;
  int records = 0;
  for (int i = 0; i < type->field_count() && records < 3; ++i) {
    const FieldDescriptor* const field = type->field(i);
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) continue;
    body += SampleRecord(field, variant);
    ++records;
  }
  return body;
}

std::string SampleText(const FieldDescriptor* field, int variant) {
  if (field->type() == FieldDescriptor::TYPE_BYTES) {
    return Prefixed(std::string(1 + variant, '\xfe'));
  }
  return Prefixed(std::string(1 + variant, 'a') + "é");
}

std::string SampleEntry(const FieldDescriptor* map, int key, int value) {
  return Prefixed(SampleRecord(map->message_type()->map_key(), key) +
                  SampleRecord(map->message_type()->map_value(), value));
}

std::string SamplePayload(const FieldDescriptor* field, int variant) {
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    const auto* const type = field->enum_type();
    return Varint(static_cast<uint64_t>(
        int64_t{type->value(variant % type->value_count())->number()}));
  }
  if (field->is_map()) return SampleEntry(field, variant, variant);
  switch (WireTypeOf(field)) {
    case wire::kVarint:
      return Varint(1 + 300 * static_cast<uint64_t>(variant));
    case wire::kI32:
      return std::string(4, static_cast<char>(1 + variant));
    case wire::kI64:
      return std::string(8, static_cast<char>(1 + variant));
    case wire::kSGroup:
      return SampleBody(field->message_type(), variant) +
             TagOf(field->number(), wire::kEGroup);
    default:
      break;
  }
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    return Prefixed(SampleBody(field->message_type(), variant));
  }
  return SampleText(field, variant);
}

// Collects the inputs about one field.
class FieldInputs {
 public:
  explicit FieldInputs(const FieldDescriptor* field)
      : field_(field),
        type_(WireTypeOf(field)),
        tag_(TagOf(field->number(), type_)),
        sample_(SampleRecord(field, 0)),
        other_(SampleRecord(field, 1)) {}

  std::vector<OddInput> All() && {
    AddForms();
    AddOtherWireTypes();
    if (field_->is_map()) {
      AddEntries();
    } else if (field_->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      AddMessages();
    } else {
      AddPayloads();
      if (field_->is_packable()) AddPacked();
    }
    return std::move(inputs_);
  }

 private:
  void Add(const std::string& what, std::string bytes) {
    inputs_.push_back(
        {absl::StrCat(field_->full_name(), ": ", what), std::move(bytes)});
  }

  void AddForms() {
    Add("once", sample_);
    Add("three times", sample_ + other_ + sample_);
    const std::string payload = SamplePayload(field_, 0);
    const uint64_t tag = static_cast<uint64_t>(field_->number()) << 3 | type_;
    for (size_t size = wire::VarintSize(tag); size <= 6; ++size) {
      Add(absl::StrCat("tag in ", size, " bytes"),
          Varint(tag, size) + payload + sample_);
    }
    // The fifth byte's upper bits do not fit into a tag of 32 bits.
    Add("tag with surplus bits", Varint(tag | uint64_t{0x7} << 32) + payload);
    Add("only the tag", tag_);
  }

  void AddOtherWireTypes() {
    const int number = field_->number();
    const std::pair<int, std::string> payloads[] = {
        {wire::kVarint, Wire("v300/4")},
        {wire::kI64, Wire("i64:7")},
        {wire::kLen, Wire("{08 01}")},
        {wire::kSGroup, Wire("1:VARINT v5/3") + TagOf(number, wire::kEGroup)},
        {wire::kSGroup, Wire("1:VARINT v5 1:EGROUP")},
        {wire::kEGroup, ""},
        {wire::kI32, Wire("i32:7")},
        {6, Wire("v1")},
        {7, Wire("v1")}};
    for (const auto& [type, payload] : payloads) {
      const std::string record = TagOf(number, type) + payload;
      Add(absl::StrCat("wire type ", type), record);
      Add(absl::StrCat("wire type ", type, " between"),
          sample_ + record + other_);
    }
  }

  void AddPayloads() {
    for (const OddInput& payload : OddPayloads(type_)) {
      Add(payload.what, tag_ + payload.bytes);
      Add(payload.what + " between",
          sample_ + tag_ + payload.bytes + other_ + sample_);
    }
  }

  void AddPacked() {
    const std::string tag = TagOf(field_->number(), wire::kLen);
    std::string values;
    for (const OddInput& payload : OddPayloads(type_)) {
      Add("packed " + payload.what, tag + Prefixed(payload.bytes) + sample_);
      Add("packed, second " + payload.what,
          tag + Prefixed(SamplePayload(field_, 0) + payload.bytes));
      if (payload.what == "11 bytes" || payload.what == "no end" ||
          payload.what == "cut") {
        continue;
      }
      values += payload.bytes;
    }
    Add("packed", tag + Prefixed(values));
    Add("packed, length in 5 bytes", tag + Prefixed(values, 5));
    Add("packed and expanded", tag + Prefixed(values) + sample_ + tag +
                                   Prefixed("") + other_ + tag +
                                   Prefixed(SamplePayload(field_, 1)));
    Add("packed beyond its payload", tag + Wire("v1 80 01") + sample_);
    Add("packed beyond the input", tag + Varint(values.size() + 1) + values);
    Add("packed far beyond the input", tag + Wire("v2147483631") + values);
    for (int i = 0; i < 3; ++i) values += values;
    Add("long packed", tag + Prefixed(values) + sample_);
  }

  std::string Close(const std::string& body) const {
    if (type_ != wire::kSGroup) return tag_ + Prefixed(body);
    return tag_ + body + TagOf(field_->number(), wire::kEGroup);
  }

  void AddMessages() {
    const std::string body = SampleBody(field_->message_type(), 1);
    Add("in two parts", Close(body) + Close("") + Close(body) + sample_);
    for (const OddInput& odd : OddBodies()) {
      Add("holding " + odd.what, Close(odd.bytes));
      Add("holding, behind its fields, " + odd.what,
          Close(body + odd.bytes + body) + sample_);
    }
    Add("closed by its own EGROUP",
        Close(body + TagOf(field_->number(), wire::kEGroup)));
    Add("never closed", tag_ + body);
    if (type_ == wire::kSGroup) {
      Add("closed by another's EGROUP",
          tag_ + body + TagOf(field_->number() ^ 1, wire::kEGroup));
      Add("EGROUP in 5 bytes",
          tag_ + body +
              Varint(static_cast<uint64_t>(field_->number()) << 3 | 4, 5));
      return;
    }
    for (const OddInput& text : OddPayloads(wire::kLen)) {
      Add("bytes: " + text.what, tag_ + text.bytes);
    }
  }

  void AddEntry(const std::string& what, const std::string& entry) {
    Add("entry " + what, tag_ + Prefixed(entry));
    Add("entry " + what + ", again", sample_ + tag_ + Prefixed(entry) + other_);
  }

  void AddEntries() {
    const FieldDescriptor* const key = field_->message_type()->map_key();
    const FieldDescriptor* const value = field_->message_type()->map_value();
    const std::string k0 = SampleRecord(key, 0);
    const std::string k1 = SampleRecord(key, 1);
    const std::string v0 = SampleRecord(value, 0);
    const std::string v1 = SampleRecord(value, 1);
    AddEntry("empty", "");
    AddEntry("without value", k0);
    AddEntry("without key", v1);
    AddEntry("value first", v1 + k0);
    AddEntry("with two values", k0 + v0 + v1);
    AddEntry("with two keys", k1 + k0 + v0);
    AddEntry("with key, value, key", k0 + v0 + k1);
    AddEntry("closed by EGROUP", k0 + v0 + Wire("1:EGROUP"));
    AddEntry("cut", (k0 + v0).substr(0, k0.size() + v0.size() - 1));
    Add("entry, length in 5 bytes", tag_ + Prefixed(k0 + v1, 5) + sample_);
    Add("entry beyond the input", tag_ + Varint(k0.size() + 9) + k0);
    for (const OddInput& odd : OddRecords()) {
      AddEntry("ending in " + odd.what, k0 + v1 + odd.bytes);
      AddEntry("beginning with " + odd.what, odd.bytes + k0 + v1);
    }
    AddEntryFields(key, "", v1);
    AddEntryFields(value, k0, "");
  }

  // Everything odd about the key or the value, inside of entries.
  void AddEntryFields(const FieldDescriptor* field, const std::string& before,
                      const std::string& after) {
    for (const OddInput& odd : OddInputsOf(field)) {
      AddEntry("with " + odd.what, before + odd.bytes + after);
    }
  }

  const FieldDescriptor* field_;
  wire::WireType type_;
  std::string tag_;
  std::string sample_;
  std::string other_;
  std::vector<OddInput> inputs_;
};

}  // namespace

std::string SampleRecord(const FieldDescriptor* field, int variant) {
  return TagOf(field->number(), WireTypeOf(field)) +
         SamplePayload(field, variant);
}

std::vector<OddInput> OddInputsOf(const FieldDescriptor* field) {
  return FieldInputs(field).All();
}

const std::vector<OddInput>& OddRecords() {
  static const auto* const records =
      new std::vector<OddInput>(InputsOf(kRecords));
  return *records;
}

std::vector<OddInput> OddInputsOf(const OneofDescriptor* oneof) {
  std::vector<OddInput> inputs;
  for (int i = 0; i < oneof->field_count(); ++i) {
    for (int j = 0; j < oneof->field_count(); ++j) {
      const FieldDescriptor* const a = oneof->field(i);
      const FieldDescriptor* const b = oneof->field(j);
      const std::string what =
          absl::StrCat(a->full_name(), " and ", b->full_name());
      const std::string pair = SampleRecord(a, 0) + SampleRecord(b, 1);
      inputs.push_back({what, pair});
      inputs.push_back({what + " and again", pair + SampleRecord(a, 2)});
    }
  }
  return inputs;
}

}  // namespace backwire::testing
