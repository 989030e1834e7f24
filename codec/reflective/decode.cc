#include "backwire/reflective/decode.h"

#include <string>
#include <type_traits>
#include <utility>

#include "backwire/compat/protobuf_compat.h"
#include "backwire/message/scalar_field.h"
#include "backwire/message/unknown_fields.h"
#include "backwire/reflective/decode_map.h"
#include "backwire/reflective/field_rules.h"
#include "backwire/reflective/kinds.h"
#include "backwire/reflective/payload.h"

namespace backwire::reflective {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;
using ::google::protobuf::RepeatedField;
using wire::WireReader;

// The field, or the extension, of that number; nullptr if it is unknown.
const FieldDescriptor* FindField(const Descriptor* descriptor,
                                 const Reflection& reflection, int number) {
  const FieldDescriptor* const field = descriptor->FindFieldByNumber(number);
  if (field != nullptr || !descriptor->IsExtensionNumber(number)) return field;
  return reflection.FindKnownExtensionByNumber(number);
}

// Reads one record of one message, whose tag has been read.
class FieldDecoder {
 public:
  FieldDecoder(Message& msg, const Reflection& reflection,
               const FieldDescriptor* field, WireReader& reader)
      : msg_(msg), reflection_(reflection), field_(field), reader_(reader) {}

  const char* Decode(uint32_t tag, const char* ptr) {
    const wire::WireType type = wire::TypeOf(tag);
    if (type == WireTypeOf(field_)) return DecodeValue(tag, ptr);
    if (type == wire::kLen && field_->is_packable()) return DecodePacked(ptr);
    return message::DecodeUnknownFieldTo(
        reflection_.MutableUnknownFields(&msg_), tag, ptr, reader_);
  }

 private:
  const char* DecodeValue(uint32_t tag, const char* ptr) {
    if (field_->is_map()) return DecodeMapEntry(msg_, field_, ptr, reader_);
    if (field_->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
      return DecodeString(ptr);
    }
    if (field_->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      return DecodeSubmessage(tag, ptr);
    }
    return VisitScalar(field_->type(), [&](auto kind) {
      return DecodeScalar<decltype(kind)>(ptr);
    });
  }

  const char* DecodeString(const char* ptr) {
    std::string text;
    ptr = ReadText(field_, &text, ptr, reader_);
    if (ptr == nullptr) return nullptr;
    if (field_->is_repeated()) {
      reflection_.AddString(&msg_, field_, std::move(text));
    } else {
      reflection_.SetString(&msg_, field_, std::move(text));
    }
    return ptr;
  }

  const char* DecodeSubmessage(uint32_t tag, const char* ptr) {
    Message* const submessage = field_->is_repeated()
                                    ? reflection_.AddMessage(&msg_, field_)
                                    : reflection_.MutableMessage(&msg_, field_);
    const auto decode_body = [&](const char* p) {
      return DecodeReflective(*submessage, p, reader_);
    };
    return wire::TypeOf(tag) == wire::kSGroup
               ? reader_.ReadGroup(ptr, tag, decode_body)
               : reader_.ReadMessage(ptr, decode_body);
  }

  template <class Kind>
  const char* DecodeScalar(const char* ptr) {
    typename Kind::Value value{};
    bool keep = true;
    ptr = ReadValue<Kind>(ptr, &value, &keep);
    if (ptr == nullptr || !keep) return ptr;
    if (field_->is_repeated()) {
      MutableRepeated<Kind>(&msg_, reflection_, field_)->Add(value);
    } else {
      Access<typename Kind::Value>::Set(&msg_, reflection_, field_, value);
    }
    return ptr;
  }

  const char* DecodePacked(const char* ptr) {
    return VisitScalar(field_->type(), [&](auto kind) {
      using Kind = decltype(kind);
      auto* const values = MutableRepeated<Kind>(&msg_, reflection_, field_);
      if constexpr (std::is_same_v<Kind, EnumKind>) {
        return DecodePackedEnum(values, ptr);
      } else {
        return message::DecodePacked<Kind>(values, ptr, reader_);
      }
    });
  }

  const char* DecodePackedEnum(RepeatedField<int>* values, const char* ptr) {
    return reader_.ReadPacked(ptr, [&](const char* p) {
      while (!reader_.Done(&p)) {
        EnumNumber value{};
        bool keep = true;
        p = ReadValue<EnumKind>(p, &value, &keep);
        if (p == nullptr) break;
        if (keep) values->Add(value);
      }
      return p;
    });
  }

  // Reads a payload. If it is a number without a name in the field's closed
  // enum, it becomes an unknown field, with all its 64 bits, and *keep is made
  // false.
  template <class Kind>
  const char* ReadValue(const char* ptr, typename Kind::Value* value,
                        bool* keep) {
    if constexpr (!std::is_same_v<Kind, EnumKind>) {
      return message::ReadScalar<Kind>(ptr, reader_, value);
    } else {
      uint64_t number = 0;
      ptr = reader_.ReadVarint(ptr, &number);
      if (ptr == nullptr) return nullptr;
      *value = EnumKind::FromWire(number);
      *keep = !compat::HasClosedEnum(field_) ||
              field_->enum_type()->FindValueByNumber(*value) != nullptr;
      if (!*keep) {
        reflection_.MutableUnknownFields(&msg_)->AddVarint(
            field_->number(),
            compat::kCutsUnknownEnums ? EnumKind::ToWire(*value) : number);
      }
      return ptr;
    }
  }

  Message& msg_;
  const Reflection& reflection_;
  const FieldDescriptor* field_;
  WireReader& reader_;
};

}  // namespace

const char* DecodeReflective(Message& msg, const char* ptr,
                             WireReader& reader) {
  const Descriptor* const descriptor = msg.GetDescriptor();
  const Reflection& reflection = *msg.GetReflection();
  while (!reader.Done(&ptr)) {
    uint32_t tag;
    ptr = reader.ReadTag(ptr, &tag);
    if (ptr == nullptr) return nullptr;
    if (message::EndsGroup(tag)) {
      reader.EndGroup(tag);
      return ptr;
    }
    const FieldDescriptor* const field = FindField(
        descriptor, reflection, static_cast<int>(wire::FieldNumber(tag)));
    if (field == nullptr) {
      ptr = message::DecodeUnknownFieldTo(reflection.MutableUnknownFields(&msg),
                                          tag, ptr, reader);
    } else {
      ptr = FieldDecoder(msg, reflection, field, reader).Decode(tag, ptr);
    }
    if (ptr == nullptr) return reader.FailedField(tag);
  }
  return ptr;
}

}  // namespace backwire::reflective
