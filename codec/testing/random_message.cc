#include "backwire/testing/random_message.h"

#include <cmath>
#include <iterator>
#include <limits>
#include <unordered_map>
#include <vector>

#include "backwire/compat/protobuf_compat.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/unknown_field_set.h"

namespace backwire::testing {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::DescriptorPool;
using ::google::protobuf::EnumDescriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Reflection;
using ::google::protobuf::UnknownFieldSet;

constexpr int kMaxFieldNumber = 536870911;

bool IsTaken(const Descriptor* type, int number) {
  return type->FindFieldByNumber(number) != nullptr ||
         type->IsExtensionNumber(number);
}

// The fields and the known extensions. Kept, since finding them takes longer
// than filling a small message.
const std::vector<const FieldDescriptor*>& FieldsOf(const Descriptor* type) {
  static thread_local std::unordered_map<const Descriptor*,
                                         std::vector<const FieldDescriptor*>>
      kept;
  const auto [entry, is_new] = kept.try_emplace(type);
  std::vector<const FieldDescriptor*>& fields = entry->second;
  if (!is_new) return fields;
  DescriptorPool::generated_pool()->FindAllExtensions(type, &fields);
  for (int i = 0; i < type->field_count(); ++i) {
    fields.push_back(type->field(i));
  }
  return fields;
}

}  // namespace

void RandomMessages::Fill(Message* msg) {
  values_left_ = options_.max_values;
  FillAtDepth(msg, 0);
}

bool RandomMessages::Spend() {
  if (values_left_ <= 0) return false;
  --values_left_;
  return true;
}

void RandomMessages::FillAtDepth(Message* msg, int depth) {
  const std::vector<const FieldDescriptor*>& fields =
      FieldsOf(msg->GetDescriptor());
  // From a random field on, so that no field of a large type starves.
  const uint32_t first =
      fields.empty() ? 0 : Below(static_cast<uint32_t>(fields.size()));
  for (size_t i = 0; i < fields.size(); ++i) {
    const FieldDescriptor* const field = fields[(first + i) % fields.size()];
    if (field->is_required() || (Below(3) != 0 && Spend())) {
      FillField(msg, field, depth);
    }
  }
  const bool is_set = msg->GetDescriptor()->options().message_set_wire_format();
  if (options_.unknown_fields && !is_set && Below(4) == 0) {
    AddUnknownFields(msg);
  }
}

void RandomMessages::FillField(Message* msg, const Field* field, int depth) {
  // A message may require itself; none of those is complete.
  constexpr int kMaxRequiredDepth = 20;
  const bool holds_messages =
      field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
  const int max_depth =
      field->is_required() ? kMaxRequiredDepth : options_.max_depth;
  if (holds_messages && !field->is_map() && depth >= max_depth) return;
  if (!field->is_repeated()) return PutValue(msg, field, depth);
  // Mostly few elements; now and then enough to fill a batch of a codec's.
  const uint32_t count =
      holds_messages || Below(8) != 0 ? 1 + Below(4) : 60 + Below(80);
  for (uint32_t i = 0; i < count; ++i) {
    if (!holds_messages || Spend()) PutValue(msg, field, depth);
  }
}

void RandomMessages::PutEnum(Message* msg, const Field* field) {
  const Reflection* const r = msg->GetReflection();
  const EnumDescriptor* const type = field->enum_type();
  const int index =
      static_cast<int>(Below(static_cast<uint32_t>(type->value_count())));
  int number = type->value(index)->number();
  // Numbers without a name only where the field can hold them.
  if (!compat::HasClosedEnum(field) && Below(5) == 0) {
    number = static_cast<int>(Integer());
  }
  if (field->is_repeated()) {
    r->AddEnumValue(msg, field, number);
  } else {
    r->SetEnumValue(msg, field, number);
  }
}

void RandomMessages::PutValue(Message* msg, const Field* field, int depth) {
  const Reflection* const r = msg->GetReflection();
#define BACKWIRE_PUT(CPPTYPE, Type, value)                            \
  case FieldDescriptor::CPPTYPE:                                      \
    if (field->is_repeated()) return r->Add##Type(msg, field, value); \
    return r->Set##Type(msg, field, value)
  switch (field->cpp_type()) {
    BACKWIRE_PUT(CPPTYPE_INT32, Int32, static_cast<int32_t>(Integer()));
    BACKWIRE_PUT(CPPTYPE_INT64, Int64, static_cast<int64_t>(Integer()));
    BACKWIRE_PUT(CPPTYPE_UINT32, UInt32, static_cast<uint32_t>(Integer()));
    BACKWIRE_PUT(CPPTYPE_UINT64, UInt64, Integer());
    BACKWIRE_PUT(CPPTYPE_DOUBLE, Double, Real());
    BACKWIRE_PUT(CPPTYPE_FLOAT, Float, static_cast<float>(Real()));
    BACKWIRE_PUT(CPPTYPE_BOOL, Bool, Below(2) != 0);
    BACKWIRE_PUT(
        CPPTYPE_STRING, String,
        field->type() == FieldDescriptor::TYPE_BYTES ? Bytes() : Text());
    case FieldDescriptor::CPPTYPE_ENUM:
      return PutEnum(msg, field);
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return FillAtDepth(field->is_repeated() ? r->AddMessage(msg, field)
                                              : r->MutableMessage(msg, field),
                         depth + 1);
  }
#undef BACKWIRE_PUT
}

uint64_t RandomMessages::Integer() {
  switch (Below(5)) {
    case 0:
      return Below(4);
    case 1: {
      // Around the border of a varint's sizes, of either sign.
      const uint64_t border = uint64_t{1} << (7 * (1 + Below(9)));
      const uint64_t value = border - 1 + Below(3);
      return Below(2) == 0 ? value : uint64_t{0} - value;
    }
    case 2: {
      static constexpr uint64_t kExtremes[] = {
          0x7fffffff,         0x80000000,         0xffffffff,
          0xffffffff80000000, 0x7fffffffffffffff, 0x8000000000000000,
          0xffffffffffffffff, 0x100000000};
      return kExtremes[Below(std::size(kExtremes))];
    }
    case 3:
      return choices_.Next32();
    default:
      return choices_.Next64();
  }
}

double RandomMessages::Real() {
  static const double kEdges[] = {0.0,
                                  -0.0,
                                  1.5,
                                  -1e-300,
                                  std::numeric_limits<double>::infinity(),
                                  -std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::quiet_NaN(),
                                  -std::numeric_limits<double>::quiet_NaN(),
                                  3.0e38,
                                  1e-45};
  return kEdges[Below(std::size(kEdges))];
}

std::string RandomMessages::Text() {
  static constexpr const char* kCharacters[] = {"a",
                                                "Z",
                                                "0",
                                                "\x7f",
                                                "é",
                                                "\xdf\xbf",
                                                "\xe0\xa0\x80",
                                                "漢",
                                                "\xef\xbf\xbf",
                                                "\xf0\x90\x80\x80",
                                                "\xf4\x8f\xbf\xbf"};
  static constexpr uint32_t kLengths[] = {0,  1,  3,  4,  7,   8,   9,
                                          15, 16, 17, 31, 127, 128, 300};
  uint32_t length = kLengths[Below(std::size(kLengths))];
  if (length > static_cast<uint32_t>(options_.max_text)) {
    length = Below(static_cast<uint32_t>(options_.max_text) + 1);
  }
  const bool ascii = Below(2) == 0;
  std::string text;
  for (uint32_t i = 0; i < length; ++i) {
    text += ascii ? std::string(1, static_cast<char>('a' + Below(26)))
                  : kCharacters[Below(std::size(kCharacters))];
  }
  if (options_.broken_text && Below(8) == 1) {
    static constexpr const char* kBroken[] = {
        "\x80",    "\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
        "\xe2\x82"};
    text.insert(Below(2) == 0 ? 0 : text.size(),
                kBroken[Below(std::size(kBroken))]);
  }
  return text;
}

std::string RandomMessages::Bytes() {
  std::string bytes(Below(static_cast<uint32_t>(options_.max_text) + 1), '\0');
  for (char& byte : bytes) byte = static_cast<char>(Below(256));
  return bytes;
}

void RandomMessages::AddUnknownFields(Message* msg) {
  UnknownFieldSet* const set = msg->GetReflection()->MutableUnknownFields(msg);
  for (uint32_t i = 1 + Below(5); i > 0; --i) {
    static constexpr int kNumbers[] = {
        1, 14, 15, 16, 2047, 99999, 777777, kMaxFieldNumber - 5};
    const int number = kNumbers[Below(std::size(kNumbers))];
    if (!IsTaken(msg->GetDescriptor(), number)) FillUnknown(set, number, 0);
  }
}

void RandomMessages::FillUnknown(UnknownFieldSet* set, int number, int depth) {
  switch (Below(depth < 3 ? 5 : 4)) {
    case 0:
      return set->AddVarint(number, Integer());
    case 1:
      return set->AddFixed32(number, static_cast<uint32_t>(Integer()));
    case 2:
      return set->AddFixed64(number, Integer());
    case 3:
      return set->AddLengthDelimited(number, Bytes());
    default:
      UnknownFieldSet* const group = set->AddGroup(number);
      for (uint32_t i = Below(4); i > 0; --i) {
        FillUnknown(group, static_cast<int>(1 + Below(kMaxFieldNumber)),
                    depth + 1);
      }
  }
}

}  // namespace backwire::testing
